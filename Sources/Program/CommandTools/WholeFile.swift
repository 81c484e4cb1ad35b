import ColumnStore
import Foundation
import SystemFiles
import TabularFiles

/// A file that appears under its name completely or not at all, after a power failure too.
package enum WholeFile {
  /// Lets `body` write a draft beside the file, and renames it at the end.
  ///
  /// The draft is locked in the meantime, so that two processes that write the same file do not
  /// mix; leftovers of a killed process are removed.
  ///
  /// - Parameters:
  ///   - path: The file, replaced if it exists.
  ///   - body: Writes the draft, an empty file with the file's extension.
  /// - Throws: ``FileError`` `.cannotWrite`, also while another process writes the file, and for a
  ///   store's own file; that of ``checkReplaceable(_:)``; any error of `body`. The draft is then
  ///   removed.
  package static func write(_ path: String, _ body: (String) throws -> Void) throws {
    try refuse(path, of: StoreFolder.owner(of: path))
    try checkReplaceable(path)
    let name = (path as NSString).lastPathComponent
    let draft = FileSystem.folder(of: path) + "/.draft-" + name
    let lock = try locked(draft, of: path)
    try withExtendedLifetime(lock) {
      do {
        try body(draft)
        // If the store is damaged, a file computed from it gets no name.
        if let damage = Snapshot.damage { throw damage }
        try onDisk(path) { () throws(SystemError) in
          // Otherwise a power failure could leave the name without the bytes.
          try OpenFile(draft, for: .takingOver).sync()
          try FileSystem.rename(draft, to: path)
        }
      } catch {
        _ = try? FileSystem.remove(draft)
        throw error
      }
    }
  }

  /// Writes a file block by block.
  package static func write(_ path: String, blocks: (([UInt8]) throws -> Void) throws -> Void)
    throws
  {
    try write(path) { draft in
      let file = try onDisk(path) { () throws(SystemError) in
        try OpenFile(draft, for: .takingOver)
      }
      var size = 0
      try blocks { block in
        try onDisk(path) { () throws(SystemError) in try file.write(Data(block), at: size) }
        size += block.count
      }
      try onDisk(path) { () throws(SystemError) in try file.close() }
    }
  }

  /// Refuses output in a store.
  ///
  /// - Parameters:
  ///   - path: The output's path.
  ///   - store: The store that owns the path, if any.
  /// - Throws: ``FileError`` `.cannotWrite` if there is such a store.
  package static func refuse(_ path: String, of store: String?) throws {
    guard let store else { return }
    throw FileError.cannotWrite(
      file: path, reason: "it is in the store \(store)")
  }

  /// Checks that a path is free, or has a file or a link, so that a result may replace it.
  ///
  /// A link is replaced and its target stays, but a link to a device is one of the device's names:
  /// `/dev/stdout` is such a link.
  ///
  /// - Parameter path: The output's path.
  /// - Throws: ``FileError`` `.malformed` for a device, a pipe or a socket, `.cannotWrite` for a
  ///   folder.
  package static func checkReplaceable(_ path: String) throws {
    let entry = try onDisk(path) { () throws(SystemError) in
      try FileSystem.status(of: path, followsLinks: false)
    }
    guard entry?.kind != .folder else {
      throw FileError.cannotWrite(file: path, reason: "Is a directory")
    }
    // A link's target may be missing, or out of reach.
    let target = try? FileSystem.status(of: path)
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    let isStandardFile = link?.hasPrefix("/proc/self/fd/") ?? false
    guard entry?.kind != .other, target?.kind != .other, !isStandardFile else {
      throw FileError.malformed(
        file: path, found: "a device or pipe", expected: "a file or a free name")
    }
  }

  // MARK: - Implementation

  /// Locks the draft and empties it.
  private static func locked(_ draft: String, of path: String) throws -> FileLock {
    guard let lock = try onDisk(path, { () throws(SystemError) in try FileLock(draft: draft) })
    else { throw FileError.cannotWrite(file: path, reason: "another process is writing it") }
    return lock
  }

  private static func onDisk<Answer>(
    _ path: String, _ body: () throws(SystemError) -> Answer
  ) throws -> Answer {
    do { return try body() } catch { throw FileError.cannotWrite(file: path, reason: error.reason) }
  }
}
