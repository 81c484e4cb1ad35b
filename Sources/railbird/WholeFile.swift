import ColumnStore
import Foundation
import TabularFiles

/// A file that appears under its name whole or not at all.
enum WholeFile {
  /// Lets `body` write a draft beside the file and renames it at the end.
  ///
  /// The draft is locked as long, so that two processes that write the same file do not mix; what
  /// a killed one left is written over.
  ///
  /// - Parameters:
  ///   - path: The file, replaced if it exists.
  ///   - body: Writes the draft, an empty file whose name has the file's ending.
  /// - Throws: ``FileError`` `.cannotWrite`, also while another process writes the file; what
  ///   `body` throws. The draft then is removed.
  static func write(_ path: String, _ body: (String) throws -> Void) throws {
    let file = URL(fileURLWithPath: path)
    let draft = file.deletingLastPathComponent().appendingPathComponent(
      ".draft-" + file.lastPathComponent
    ).path
    let lock = try locked(draft, of: path)
    try withExtendedLifetime(lock) {
      do {
        try body(draft)
        guard rename(draft, path) == 0 else {
          throw FileError.cannotWrite(file: path, reason: String(cString: strerror(errno)))
        }
      } catch {
        unlink(draft)
        throw error
      }
    }
  }

  // MARK: - Implementation

  /// The right to write the draft, which then is empty.
  private static func locked(_ draft: String, of path: String) throws -> FileLock {
    do {
      guard let lock = try FileLock(path: draft) else {
        throw FileError.cannotWrite(file: path, reason: "another process is writing it")
      }
      guard truncate(draft, 0) == 0 else {
        throw FileError.cannotWrite(file: path, reason: String(cString: strerror(errno)))
      }
      return lock
    } catch StoreError.io(_, let reason) {
      throw FileError.cannotWrite(file: path, reason: reason)
    }
  }
}
