import Foundation

/// The checksum of gzip and zip.
///
/// - Source: IEEE 802.3; RFC 1952, §8.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }

  /// Computes the checksum of bytes.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    // Safety: the bytes are read in order, the table by a byte's value.
    let table = table
    return ~bytes.reduce(~0) { sum, byte in
      table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
    }
  }

  /// Computes the checksum of bytes as eight hexadecimal digits.
  package static func text(of bytes: Data) -> String {
    let digits = String([UInt8](bytes).withUnsafeBufferPointer(of), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
