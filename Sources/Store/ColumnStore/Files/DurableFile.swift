import Foundation
import SystemFiles

/// Files that are on disk when the call returns.
///
/// Every file that a store's state depends on is written or synced here.
public enum DurableFile {
  /// The extension of the draft that ``replace(_:with:)`` writes first.
  static let draftEnding = ".new"

  /// Replaces a file as a whole: a crash leaves the old file or the new one.
  ///
  /// Only one process at a time may do so; the caller's lock ensures it.
  ///
  /// - Parameters:
  ///   - path: The file, created if missing.
  ///   - data: All its bytes.
  ///   - isPrivate: Whether only its owner may use the file (mode 0600).
  /// - Throws: ``StoreError`` `.io` if the system refuses, and the old file stays; `.stored` if the
  ///   new one is in place but a power failure might lose it.
  public static func replace(
    _ path: String, with data: Data, isPrivate: Bool = false
  ) throws(StoreError) {
    try exchange(path, with: data, isPrivate: isPrivate)
    try syncChange(of: path)
  }

  /// Replaces a file as a whole; it is on disk once its folder is synced.
  ///
  /// - Parameters:
  ///   - path: The file, created if missing.
  ///   - data: All its bytes.
  ///   - isPrivate: Whether only its owner may use the file.
  ///   - ready: Called when the draft is complete, before it gets the file's name.
  /// - Throws: ``StoreError`` `.io` if the system refuses; the old file then stays.
  static func exchange(
    _ path: String, with data: Data, isPrivate: Bool = false,
    ready: () throws(StoreError) -> Void = {}
  ) throws(StoreError) {
    let draft = path + draftEnding
    // The draft of a process that was ended, or a link to another file.
    try onDisk { () throws(SystemError) in _ = try FileSystem.remove(draft) }
    do throws(StoreError) {
      try onDisk { () throws(SystemError) in
        // Not one of `Drafts`: the file shows how far a store's first commit came.
        let file = try OpenFile(draft, for: .drafting, isPrivate: isPrivate)
        try file.write(data, at: 0)
        try file.sync()
        try file.close()
      }
      try ready()
      try onDisk { () throws(SystemError) in try FileSystem.rename(draft, to: path) }
    } catch {
      _ = try? FileSystem.remove(draft)
      throw error
    }
  }

  /// Writes a file from an offset on, so that it ends with the data, and syncs it.
  ///
  /// - Parameters:
  ///   - data: The bytes to write.
  ///   - path: The file, created if missing.
  ///   - start: The number of bytes of the file that stay.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  static func write(_ data: Data, to path: String, at start: Int = 0) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      let file = try OpenFile(path, for: .updating)
      try file.cut(to: start)
      try file.write(data, at: start)
      try file.sync()
      try file.close()
    }
  }

  /// Removes a file, if there is one.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``StoreError`` `.io` if the system refuses; `.stored` if the file is gone but a
  ///   power failure might bring it back.
  public static func remove(_ path: String) throws(StoreError) {
    let wasThere = try onDisk { () throws(SystemError) in try FileSystem.remove(path) }
    if wasThere { try syncChange(of: path) }
  }

  /// Syncs a file, or a folder's list of files.
  ///
  /// - Parameter path: The file or folder.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public static func sync(_ path: String) throws(StoreError) {
    try onDisk { () throws(SystemError) in try OpenFile(path, for: .reading).sync() }
  }

  /// Starts writing a file's bytes to disk in the background, so that a later sync is faster.
  static func startWriting(_ path: String) {
    try? OpenFile(path, for: .reading).startWriting()
  }

  /// Truncates a file to a number of bytes.
  static func cut(_ path: String, to bytes: Int) throws(StoreError) {
    guard try size(of: path) > bytes else { return }
    try onDisk { () throws(SystemError) in
      let file = try OpenFile(path, for: .updating)
      try file.cut(to: bytes)
      try file.sync()
    }
  }

  /// Returns a file's size in bytes.
  static func size(of path: String) throws(StoreError) -> Int {
    try onDisk { () throws(SystemError) in
      try OpenFile(path, for: .reading).status().size
    }
  }

  /// Creates a folder, and its parents, if missing.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public static func makeFolder(_ path: String) throws(StoreError) {
    for folder in try makeUnsyncedFolder(path) {
      // Without this sync, a power failure could lose the folder's name and everything in it.
      try onDisk { () throws(SystemError) in try syncFolder(of: folder) }
    }
  }

  /// Creates a folder whose name the caller syncs, or need not sync.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The folders created.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  @discardableResult
  static func makeUnsyncedFolder(_ path: String) throws(StoreError) -> [String] {
    do {
      return try FileSystem.makeFolder(path)
    } catch {
      throw .io(file: error.path, reason: "the folder cannot be made (\(error.reason))")
    }
  }

  // MARK: - Implementation

  /// Syncs the folder of a file that is already replaced or removed.
  private static func syncChange(of path: String) throws(StoreError) {
    do {
      try onDisk { () throws(SystemError) in try syncFolder(of: path) }
    } catch { throw error.afterCommit }
  }

  private static func syncFolder(of path: String) throws(SystemError) {
    do {
      try OpenFile(FileSystem.folder(of: path), for: .reading).sync()
    } catch {
      // A folder may be writable but not readable.
      guard error.code == EACCES else { throw error }
    }
  }
}

/// Runs work on a store's files, with errors as `StoreError`.
func onDisk<Answer>(_ body: () throws(SystemError) -> Answer) throws(StoreError) -> Answer {
  do { return try body() } catch { throw .io(file: error.path, reason: error.reason) }
}
