import Foundation
import TabularFiles

/// A file that appears under its name whole or not at all.
enum WholeFile {
  /// Lets `body` write a draft beside the file and renames it at the end.
  ///
  /// - Parameters:
  ///   - path: The file, replaced if it exists.
  ///   - body: Writes the draft, whose name has the file's ending.
  /// - Throws: What `body` throws; the draft then is removed.
  static func write(_ path: String, _ body: (String) throws -> Void) throws {
    let file = URL(fileURLWithPath: path)
    let draft = file.deletingLastPathComponent().appendingPathComponent(
      ".draft-" + file.lastPathComponent
    ).path
    do {
      try body(draft)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(draft)
      throw FileError.cannotWrite(file: path, reason: reason)
    }
  }
}
