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
      throw damaged(file, "bytes that do not match its checksum")
    }
    return content
  }

  private func damaged(_ file: String, _ found: String) -> FileError {
    .malformed(file: "\(file)/\(path)", found: found, expected: "a whole member")
  }
}
