import CArrow
import Columns

/// A file in a zip or tar archive.
public struct ArchivedMember: Sendable {
  /// The member's path in the archive.
  public let path: String
  /// The length of its content.
  public let byteCount: Int
  /// Its bytes in the archive.
  let packed: Buffer<UInt8>
  /// Whether `packed` is deflated.
  let isDeflated: Bool
  /// The content's checksum; nil if the archive has none.
  let checksum: UInt32?
}

extension ArchivedMember {
  /// Unpacks the content.
  ///
  /// - Parameter file: The archive's name in messages.
  /// - Returns: The bytes.
  /// - Throws: ``FileError`` if they are damaged.
  public func content(of file: String) throws(FileError) -> Buffer<UInt8> {
    let content: Buffer<UInt8>
    if isDeflated {
      let limit = UnpackLimit.bytesAtOnce(ofPacked: .max)
      guard byteCount <= limit else {
        throw UnpackLimit.exceeded(limit, in: "\(file)/\(path)", packed: packed.count)
      }
      var failure: WallError?
      content = Buffer<UInt8>(count: byteCount) { out in
        do throws(WallError) {
          // Safety: the wall reads `packed` and writes `byteCount` bytes, only during the call.
          try wallCall {
            rb_inflate(
              packed.pointer.baseAddress, Int64(packed.count), out.baseAddress, Int64(byteCount),
              $0)
          }
        } catch {
          failure = error
          out.initialize(repeating: 0)
        }
      }
      if let failure { throw damaged(file, failure.message) }
    } else {
      content = packed
    }
    guard checksum.map({ $0 == CRC32.of(content.pointer) }) ?? true else {
      throw damaged(file, "other bytes than its checksum tells")
    }
    return content
  }

  private func damaged(_ file: String, _ found: String) -> FileError {
    .malformed(file: "\(file)/\(path)", found: found, expected: "a whole member")
  }
}

/// The checksum of zip archives (IEEE 802.3).
enum CRC32 {
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
}
