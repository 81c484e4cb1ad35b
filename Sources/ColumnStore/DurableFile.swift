import Foundation

/// Files that are on disk when the call returns.
public enum DurableFile {
  /// Writes a file from a place on, so that it ends with the data, and syncs it.
  ///
  /// - Parameters:
  ///   - data: The bytes to write.
  ///   - path: The file, made if there is none.
  ///   - start: How many bytes of the file stay.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  public static func write(_ data: Data, to path: String, at start: Int = 0) throws(StoreError) {
    let file = open(path, O_WRONLY | O_CREAT, 0o644)
    guard file >= 0 else { throw systemError(path) }
    defer { close(file) }
    guard ftruncate(file, start) == 0 else { throw systemError(path) }
    var written = 0
    while written < data.count {
      let count = data.withUnsafeBytes {
        // Safety: `written` stays below the data's count.
        pwrite(file, $0.baseAddress! + written, data.count - written, start + written)
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

  /// Has a file's bytes written while other work goes on; a later sync has less to wait for.
  static func startWriting(_ path: String) {
    #if os(Linux)
      let file = open(path, O_RDONLY)
      guard file >= 0 else { return }
      defer { close(file) }
      // Linux starts to write pages that it is told are not needed, and keeps them until they are
      // on disk. Only a hint: what it fails to write the sync will.
      _ = posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }

  /// Cuts off what a file holds beyond so many bytes.
  static func cut(_ path: String, to bytes: Int) throws(StoreError) {
    guard try size(of: path) > bytes else { return }
    guard truncate(path, bytes) == 0 else { throw systemError(path) }
    try sync(path)
  }

  /// A file's size in bytes.
  static func size(of path: String) throws(StoreError) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw systemError(path) }
    return Int(status.st_size)
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
