import Columns
import SystemFiles

/// A file mapped into memory, for as long as this or a buffer over it lives.
package struct MappedFile: Sendable {
  /// The file's bytes.
  package let bytes: Buffer<UInt8>
  private let mapping: FileMapping

  /// Maps a file that is not empty.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``FileError`` when it cannot be mapped.
  package init(_ path: String) throws(FileError) {
    do throws(SystemError) {
      mapping = try FileMapping(OpenFile(path, for: .reading))
    } catch {
      throw .cannotOpen(file: path, reason: error.reason)
    }
    bytes = Buffer(
      borrowing: mapping.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self),
      count: mapping.bytes.count, owner: mapping)
  }

  /// The bytes of a file that is not empty.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its bytes, mapped for as long as they are held.
  /// - Throws: ``FileError`` when it cannot be mapped.
  package static func bytes(of path: String) throws(FileError) -> Buffer<UInt8> {
    try MappedFile(path).bytes
  }

  /// Whether bytes were read that the file no longer has; they were zeros.
  package var isCut: Bool { mapping.isCut }
}
