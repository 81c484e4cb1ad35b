import Foundation

/// A lock file that one process at a time holds.
///
/// The kernel releases the lock when the process ends, even by a crash; the file's existence means
/// nothing.
public final class FileLock {
  /// The locked file.
  package let file: OpenFile

  /// Takes the lock, and creates the file if missing; nil while another process holds it.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``SystemError`` if the file cannot be opened or locked.
  public init?(path: String) throws(SystemError) {
    while true {
      let file = try OpenFile(path, for: .updating)
      guard try file.lock() else { return nil }
      if try Self.names(path, file) {
        self.file = file
        return
      }
      // Its holder renamed it between the two calls.
    }
  }

  /// Takes the lock of a draft: an empty file with no other name yet; nil while another process
  /// holds it.
  ///
  /// A killed process's leftover under the name is removed, and so is a link, so that nothing is
  /// written through them.
  ///
  /// - Parameter path: The draft.
  /// - Throws: ``SystemError`` if it cannot be created or locked.
  public init?(draft path: String) throws(SystemError) {
    while true {
      if let file = try Self.newDraft(path) {
        self.file = file
        return
      }
      guard try Self.removeLeftDraft(path) else { return nil }
    }
  }

  deinit { release() }

  /// Releases the lock.
  package func release() { file.unlock() }

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
