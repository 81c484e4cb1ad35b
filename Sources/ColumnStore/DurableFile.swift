import Foundation

/// Files that are on disk when the call returns.
enum DurableFile {
  /// Writes a file and syncs it.
  static func write(_ data: Data, to path: String) throws(StoreError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw systemError(path) }
    defer { close(file) }
    var written = 0
    while written < data.count {
      let count = data.withUnsafeBytes {
        // Safety: `written` stays below the data's count.
        Foundation.write(file, $0.baseAddress! + written, data.count - written)
      }
      guard count > 0 else { throw systemError(path) }
      written += count
    }
    guard fsync(file) == 0 else { throw systemError(path) }
  }

  /// Syncs a file, or a folder's list of files.
  static func sync(_ path: String) throws(StoreError) {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw systemError(path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw systemError(path) }
  }

  static func makeFolder(_ path: String) throws(StoreError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .io(file: path, reason: "the folder cannot be made (\(error.localizedDescription))")
    }
  }

  private static func systemError(_ path: String) -> StoreError {
    .io(file: path, reason: String(cString: strerror(errno)))
  }
}
