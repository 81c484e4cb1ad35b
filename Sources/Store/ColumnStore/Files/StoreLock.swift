import Foundation
import SystemFiles

/// A lock file that one process at a time holds.
///
/// The kernel releases the lock when the process ends, even by a crash; the file's existence means
/// nothing.
public final class FileLock {
  let file: OpenFile

  /// Takes the lock, and creates the file if missing; nil while another process holds it.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``StoreError`` `.io` if the file cannot be opened.
  public init?(path: String) throws(StoreError) {
    let taken = try onDisk { () throws(SystemError) -> OpenFile? in
      while true {
        let file = try OpenFile(path, for: .updating)
        guard try file.lock() else { return nil }
        if try Self.names(path, file) { return file }
        // Its holder renamed it between the two calls.
      }
    }
    guard let taken else { return nil }
    file = taken
  }

  /// Takes the lock of a draft: an empty file with no other name yet; nil while another process
  /// holds it.
  ///
  /// A killed process's leftover under the name is removed, and so is a link, so that nothing is
  /// written through them.
  ///
  /// - Parameter path: The draft.
  /// - Throws: ``StoreError`` `.io` if it cannot be created.
  public init?(draft path: String) throws(StoreError) {
    let taken = try onDisk { () throws(SystemError) -> OpenFile? in
      while true {
        if let file = try Self.newDraft(path) { return file }
        guard try Self.removeLeftDraft(path) else { return nil }
      }
    }
    guard let taken else { return nil }
    file = taken
  }

  deinit { release() }

  /// Releases the lock.
  func release() { file.unlock() }

  // MARK: - Implementation

  /// Creates a draft and locks it; nil if the name exists.
  private static func newDraft(_ path: String) throws(SystemError) -> OpenFile? {
    let file: OpenFile
    do {
      file = try Drafts.begin(path) { () throws(SystemError) in
        try OpenFile(path, for: .drafting)
      }
    } catch {
      guard error.code == EEXIST else { throw error }
      return nil
    }
    do {
      if try file.lock(), try names(path, file) { return file }
      // Between the two calls another process removed it as a leftover, and now owns the name.
      Drafts.end(path)
      return nil
    } catch {
      _ = try? FileSystem.remove(path)
      throw error
    }
  }

  /// Removes the file under a draft's name; false while another process writes it.
  private static func removeLeftDraft(_ path: String) throws(SystemError) -> Bool {
    guard let status = try FileSystem.status(of: path, followsLinks: false) else { return true }
    guard status.kind == .file else {
      try FileSystem.remove(path)
      return true
    }
    do {
      let file = try OpenFile(path, for: .takingOver)
      guard try file.lock() else { return false }
      if try names(path, file) { try FileSystem.remove(path) }
      return true
    } catch {
      guard error.code == ENOENT else { throw error }
      return true
    }
  }

  /// Whether the path still names the opened file.
  private static func names(_ path: String, _ file: OpenFile) throws(SystemError) -> Bool {
    let named = try FileSystem.status(of: path)
    return try named?.identity == file.status().identity
  }
}

/// The right to write to a store, held by one process at a time.
final class StoreLock {
  static let fileName = "LOCK"

  /// A stage of a store's first commit, which the lock file records until it has finished.
  ///
  /// The texts have one length, so that a single call replaces one by the other.
  enum FirstCommit: String {
    /// No file belongs to a state yet.
    case begun = "first commit\n"
    /// The manifest's draft is complete; if the draft is missing, the manifest was in place.
    case renaming = "first rename\n"
  }

  private let lock: FileLock

  init(store: String) throws(StoreError) {
    guard let lock = try FileLock(path: store + "/" + Self.fileName) else {
      throw .locked(store: store)
    }
    self.lock = lock
  }

  /// Reads the stage of a first commit that has not finished; this needs no lock.
  static func firstCommit(of store: String) throws(StoreError) -> FirstCommit? {
    // A pipe would wait for its writer.
    try OwnFile.isThere(store + "/" + fileName)
    return try onDisk { () throws(SystemError) in
      let file = try OpenFile(store + "/" + fileName, for: .reading)
      var found = Data(count: FirstCommit.begun.rawValue.utf8.count + 1)
      let count = try found.withUnsafeMutableBytes { bytes in
        Result { () throws(SystemError) in try file.read(into: bytes, at: 0) }
      }.get()
      // Only these texts: a damaged lock file must not lead to the loss of a lost store's files.
      return FirstCommit(rawValue: String(decoding: found.prefix(count), as: UTF8.self))
    }
  }

  /// Releases the right.
  func release() { lock.release() }

  /// Records the stage of a store's first commit; nil when it has finished.
  func note(_ stage: FirstCommit?) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      guard let stage else { return try lock.file.cut(to: 0) }
      try lock.file.write(Data(stage.rawValue.utf8), at: 0)
      try lock.file.sync()
    }
  }
}
