import Columns
import Foundation

/// A file mapped into memory, for as long as a buffer over it lives.
package final class MappedFile {
  private let start: UnsafeMutableRawPointer
  private let count: Int

  /// The bytes of a file that is not empty.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its bytes, mapped for as long as they are held.
  /// - Throws: ``FileError`` when it cannot be mapped.
  package static func bytes(of path: String) throws(FileError) -> Buffer<UInt8> {
    let file = try MappedFile(path)
    return Buffer(
      borrowing: file.start.assumingMemoryBound(to: UInt8.self), count: file.count, owner: file)
  }

  private init(_ path: String) throws(FileError) {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Self.systemError(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.systemError(path) }
    count = Int(status.st_size)
    guard let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), mapped != MAP_FAILED
    else { throw Self.systemError(path) }
    start = mapped
  }

  deinit { munmap(start, count) }

  private static func systemError(_ path: String) -> FileError {
    .cannotOpen(file: path, reason: String(cString: strerror(errno)))
  }
}
