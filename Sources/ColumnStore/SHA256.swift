import CCrypto
import Columns

/// The SHA-256 of bytes that come piece by piece, by the system's libcrypto.
///
/// A libcrypto that has no SHA-256 stops the program: without it no store can be trusted.
struct SHA256: ~Copyable {
  private let sum: OpaquePointer

  init() {
    guard let sum = rb_sha256_begin() else { preconditionFailure("libcrypto gives no SHA-256") }
    self.sum = sum
  }

  deinit { rb_sha256_free(sum) }

  /// Adds bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // Safety: libcrypto reads as many bytes as the buffer has.
    let isAdded = rb_sha256_add(sum, bytes.baseAddress, bytes.count)
    precondition(isAdded, "libcrypto fails")
  }

  /// The sum as 64 lower-case hexadecimal digits.
  consuming func hex() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    let isEnded = rb_sha256_end(sum, &digest)
    precondition(isEnded, "libcrypto fails")
    return HexText.of(digest)
  }
}
