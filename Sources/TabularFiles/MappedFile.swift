import Columns
import SystemFiles

/// A file mapped into memory, for as long as a buffer over it lives.
package enum MappedFile {
  /// The bytes of a file that is not empty.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its bytes, mapped for as long as they are held.
  /// - Throws: ``FileError`` when it cannot be mapped.
  package static func bytes(of path: String) throws(FileError) -> Buffer<UInt8> {
    do throws(SystemError) {
      let mapping = try FileMapping(OpenFile(path, for: .reading))
      return Buffer(
        borrowing: mapping.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self),
        count: mapping.bytes.count, owner: mapping)
    } catch {
      throw .cannotOpen(file: path, reason: error.reason)
    }
  }
}
