import Columns
import SystemFiles

/// A file mapped into memory while this or a buffer over it exists.
package struct MappedFile: Sendable {
  /// The file's bytes.
  package let bytes: Buffer<UInt8>
  private let mapping: FileMapping

  /// Maps a non-empty file.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``FileError`` if it cannot be mapped.
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

  /// Maps the bytes of a non-empty file.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its bytes, mapped as long as they are held.
  /// - Throws: ``FileError`` if it cannot be mapped.
  package static func bytes(of path: String) throws(FileError) -> Buffer<UInt8> {
    try MappedFile(path).bytes
  }

  /// Whether bytes beyond the file's current end were read; they were zeros.
  package var isCut: Bool { mapping.isCut }
}
