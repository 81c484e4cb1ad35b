import ArgumentParser
import ColumnStore
import Foundation
import SystemFiles
import TabularFiles

/// A folder for result files; each is written completely or not at all.
///
/// From the first file on only one process at a time writes into it, so that the files of two runs
/// do not mix.
package struct OutputFolder {
  package let path: String
  private let hold: FolderHold?

  /// Checks that the folder is in no store and can be created, before any long work is done.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - outer: The folder of the same run that contains it and is locked in its place.
  ///   - isHeld: Whether to keep other processes out; false for a single file with a unique name.
  /// - Throws: ``FileError`` `.cannotWrite`.
  package init(_ path: String, within outer: OutputFolder? = nil, isHeld: Bool = true) throws {
    guard !path.isEmpty else { throw ValidationError("--out: found nothing; expected a folder") }
    self.path = path
    hold = outer?.hold ?? (isHeld ? FolderHold(path) : nil)
    try WholeFile.refuse(path, of: StoreFolder.owner(around: path))
    var place = path
    var status: FileStatus?
    do throws(SystemError) {
      status = try FileSystem.status(of: place)
      while status == nil, place != ".", place != "/" {
        place = FileSystem.folder(of: place)
        status = try FileSystem.status(of: place)
      }
    } catch {
      throw FileError.cannotWrite(file: path, reason: error.reason)
    }
    guard status?.kind ?? .folder == .folder else {
      throw FileError.cannotWrite(file: path, reason: "Not a directory")
    }
  }

  /// Checks the names of all files of a run, before the first one is written.
  ///
  /// - Parameter names: The names in the folder.
  /// - Throws: ``FileError`` if a name cannot be used for a file.
  package func check(_ names: [String]) throws {
    for name in names { try WholeFile.checkReplaceable(path + "/" + name) }
  }

  /// Writes the files of a run; none of them if one name cannot be used.
  package func write(_ files: [(name: String, text: String)]) throws {
    try check(files.map { $0.name })
    for file in files { try write(file.text, to: file.name) }
  }

  package func write(_ text: String, to name: String) throws {
    try write(to: name) { try $0(Array(text.utf8)) }
  }

  /// Writes a file block by block; it replaces an existing file at the end.
  package func write(to name: String, _ body: (([UInt8]) throws -> Void) throws -> Void) throws {
    try WholeFile.write(try prepared(name), blocks: body)
  }

  /// Removes a file; returns whether it existed.
  ///
  /// A folder behind a link may belong to another program: its files stay.
  package func remove(_ name: String) throws -> Bool {
    let file = path + "/" + name
    try WholeFile.refuse(file, of: StoreFolder.owner(of: file))
    let (folder, entry): (FileStatus?, FileStatus?)
    do throws(SystemError) {
      folder = try FileSystem.status(of: path, followsLinks: false)
      entry = try FileSystem.status(of: file, followsLinks: false)
    } catch {
      throw FileError.cannotWrite(file: error.path, reason: error.reason)
    }
    guard folder?.kind == .folder, let entry, entry.kind != .other else { return false }
    try hold?.take()
    do throws(SystemError) {
      return try FileSystem.remove(file)
    } catch {
      throw FileError.cannotWrite(file: error.path, reason: error.reason)
    }
  }

  /// Returns the path of a file in the folder; creates the folder, and locks it from now on.
  package func prepared(_ name: String) throws -> String {
    let file = path + "/" + name
    try WholeFile.refuse(file, of: StoreFolder.owner(of: file))
    try hold?.take()
    do throws(SystemError) {
      try FileSystem.makeFolder(path)
    } catch {
      throw FileError.cannotWrite(file: error.path, reason: error.reason)
    }
    return file
  }
}

/// The right to write into a folder; one process at a time has it.
///
/// The folder itself is locked, so no lock file is left in it. The right ends with the last
/// reference.
private final class FolderHold: @unchecked Sendable {
  // Safety: only the command's thread writes results.
  private var folder: OpenFile?
  private let path: String

  /// The errors of file systems that cannot lock a folder; there only each file is locked.
  private static let lockless = [EACCES, EBADF, EINVAL, ENOLCK, EOPNOTSUPP]

  init(_ path: String) { self.path = path }

  deinit { folder?.unlock() }

  /// Takes the right unless it is already taken, and creates the folder.
  ///
  /// - Throws: ``FileError`` `.cannotWrite`, also if another process has had it for ten seconds.
  func take() throws {
    guard folder == nil else { return }
    var isFree = true
    do throws(SystemError) {
      try FileSystem.makeFolder(path)
    } catch {
      throw FileError.cannotWrite(file: error.path, reason: error.reason)
    }
    do throws(SystemError) {
      let opened = try OpenFile(path, for: .reading)
      isFree = try opened.lock()
      for _ in 0..<Limits.folderTries where !isFree {
        usleep(50_000)
        isFree = try opened.lock()
      }
      if isFree { folder = opened }
    } catch {
      guard Self.lockless.contains(error.code) else {
        throw FileError.cannotWrite(file: path, reason: error.reason)
      }
    }
    guard isFree else {
      throw FileError.cannotWrite(file: path, reason: "another process is writing into it")
    }
  }
}
