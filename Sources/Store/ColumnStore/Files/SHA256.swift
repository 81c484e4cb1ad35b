import CCrypto
import Columns

/// The SHA-256 of bytes that arrive in pieces, by the system's libcrypto.
///
/// If libcrypto has no SHA-256, the program stops: no store could be trusted without it.
struct SHA256: ~Copyable {
  private let sum: OpaquePointer

  init() {
    guard let sum = rb_sha256_begin() else { preconditionFailure("libcrypto gives no SHA-256") }
    self.sum = sum
  }

  deinit { rb_sha256_free(sum) }

  /// Adds bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // Safety: libcrypto reads exactly the bytes of the buffer.
    let isAdded = rb_sha256_add(sum, bytes.baseAddress, bytes.count)
    precondition(isAdded, "libcrypto fails")
  }

  /// Returns the sum as 64 lower-case hexadecimal digits.
  consuming func hex() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    let isEnded = rb_sha256_end(sum, &digest)
    precondition(isEnded, "libcrypto fails")
    return HexText.of(digest)
  }
}
