import Foundation
import SystemFiles

/// Files that are on disk when the call returns.
///
/// All that a store's state depends on is written here, or written by others and synced here.
public enum DurableFile {
  /// The ending of the file that ``replace(_:with:)`` writes first.
  static let draftEnding = ".new"

  /// Puts data in a file's place, as a whole: a crash leaves the old file or the new one.
  ///
  /// One process at a time may do so; the caller's lock sees to it.
  ///
  /// - Parameters:
  ///   - path: The file, made if there is none.
  ///   - data: All its bytes.
  /// - Throws: ``StoreError`` `.io` when the system refuses; the old file then stays.
  public static func replace(_ path: String, with data: Data) throws(StoreError) {
    try exchange(path, with: data)
    try onDisk { () throws(SystemError) in try syncFolder(of: path) }
  }

  /// Puts data in a file's place, as a whole; on disk once its folder is synced.
  ///
  /// - Parameters:
  ///   - path: The file, made if there is none.
  ///   - data: All its bytes.
  /// - Throws: ``StoreError`` `.io` when the system refuses; the old file then stays.
  static func exchange(_ path: String, with data: Data) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      let draft = path + draftEnding
      // Left behind by a process that was ended, or a link to something else.
      try FileSystem.remove(draft)
      let file = try OpenFile(draft, for: .drafting)
      do throws(SystemError) {
        try file.write(data, at: 0)
        try file.sync()
        try file.close()
        try FileSystem.rename(draft, to: path)
      } catch {
        _ = try? FileSystem.remove(draft)
        throw error
      }
    }
  }

  /// Writes a file from a place on, so that it ends with the data, and syncs it.
  ///
  /// - Parameters:
  ///   - data: The bytes to write.
  ///   - path: The file, made if there is none.
  ///   - start: How many bytes of the file stay.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  static func write(_ data: Data, to path: String, at start: Int = 0) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      let file = try OpenFile(path, for: .writing)
      try file.cut(to: start)
      try file.write(data, at: start)
      try file.sync()
      try file.close()
    }
  }

  /// Removes a file, if there is one.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  public static func remove(_ path: String) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      if try FileSystem.remove(path) { try syncFolder(of: path) }
    }
  }

  /// Syncs a file, or a folder's list of files.
  ///
  /// - Parameter path: The file or folder.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  public static func sync(_ path: String) throws(StoreError) {
    try onDisk { () throws(SystemError) in try OpenFile(path, for: .reading).sync() }
  }

  /// Has a file's bytes written while other work goes on; a later sync has less to wait for.
  static func startWriting(_ path: String) {
    try? OpenFile(path, for: .reading).startWriting()
  }

  /// Cuts off what a file holds beyond so many bytes.
  static func cut(_ path: String, to bytes: Int) throws(StoreError) {
    guard try size(of: path) > bytes else { return }
    try onDisk { () throws(SystemError) in
      let file = try OpenFile(path, for: .writing)
      try file.cut(to: bytes)
      try file.sync()
    }
  }

  /// A file's size in bytes.
  static func size(of path: String) throws(StoreError) -> Int {
    try onDisk { () throws(SystemError) in
      try OpenFile(path, for: .reading).status().size
    }
  }

  /// Makes a folder, and those above it, where there is none.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  public static func makeFolder(_ path: String) throws(StoreError) {
    for folder in try makeUnsyncedFolder(path) {
      // What is synced in a folder is lost with the folder's own name.
      try onDisk { () throws(SystemError) in try syncFolder(of: folder) }
    }
  }

  /// Makes a folder whose name somebody else syncs, or nobody needs to.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The folders that were made.
  /// - Throws: ``StoreError`` `.io` when the system refuses.
  @discardableResult
  static func makeUnsyncedFolder(_ path: String) throws(StoreError) -> [String] {
    do {
      return try FileSystem.makeFolder(path)
    } catch {
      throw .io(file: error.path, reason: "the folder cannot be made (\(error.reason))")
    }
  }

  // MARK: - Implementation

  private static func syncFolder(of path: String) throws(SystemError) {
    do {
      try OpenFile(FileSystem.folder(of: path), for: .reading).sync()
    } catch {
      // Who may write to a folder need not be allowed to open it.
      guard error.code == EACCES else { throw error }
    }
  }
}

/// Works on a store's files.
func onDisk<Answer>(_ body: () throws(SystemError) -> Answer) throws(StoreError) -> Answer {
  do { return try body() } catch { throw .io(file: error.path, reason: error.reason) }
}
