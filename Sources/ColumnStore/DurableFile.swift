import Foundation

/// Files that are on disk when the call returns.
public enum DurableFile {
  /// Writes a file and syncs it.
  ///
  /// - Parameters:
  ///   - data: Its bytes.
  ///   - path: The file, replaced in place if there is one.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  public static func write(_ data: Data, to path: String) throws(StoreError) {
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
  ///
  /// - Parameter path: The file or folder.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  public static func sync(_ path: String) throws(StoreError) {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw systemError(path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw systemError(path) }
  }

  /// Makes a folder, and those above it, where there is none.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  public static func makeFolder(_ path: String) throws(StoreError) {
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
