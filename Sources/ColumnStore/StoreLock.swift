import Foundation

/// A file that one process at a time holds.
///
/// The kernel releases it when the process ends, however it ends; the file's existence means
/// nothing.
public final class FileLock {
  let file: Int32

  /// Takes the lock, and makes the file if there is none; nil while another process holds it.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``StoreError`` `.io` when the file cannot be opened.
  public init?(path: String) throws(StoreError) {
    while true {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard opened >= 0 else { throw .io(file: path, reason: String(cString: strerror(errno))) }
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        let reason = errno
        close(opened)
        if reason == EWOULDBLOCK { return nil }
        throw .io(file: path, reason: String(cString: strerror(reason)))
      }
      if Self.names(path, opened) {
        file = opened
        return
      }
      // Its holder renamed it between the two calls.
      close(opened)
    }
  }

  deinit {
    // A process just forked may hold a copy of the file for a moment; closing alone would leave
    // the lock to it.
    flock(file, LOCK_UN)
    close(file)
  }

  /// Whether the path still names the file that was opened.
  private static func names(_ path: String, _ opened: Int32) -> Bool {
    var named = stat()
    var held = stat()
    return stat(path, &named) == 0 && fstat(opened, &held) == 0
      && named.st_ino == held.st_ino && named.st_dev == held.st_dev
  }
}

/// The right to write to a store, held by one process at a time.
final class StoreLock {
  static let fileName = "LOCK"

  private let lock: FileLock

  init(store: String) throws(StoreError) {
    guard let lock = try FileLock(path: store + "/" + Self.fileName) else {
      throw .locked(store: store)
    }
    self.lock = lock
  }

  /// Whether a first commit was begun and not ended: the lock file says so until it is.
  var isFirstCommit: Bool { lseek(lock.file, 0, SEEK_END) > 0 }

  /// Notes that a store's first commit begins, or that it has ended.
  func note(firstCommit isUnderWay: Bool) throws(StoreError) {
    let text = "first commit\n"
    let done =
      isUnderWay
      ? pwrite(lock.file, text, text.utf8.count, 0) == text.utf8.count && fsync(lock.file) == 0
      : ftruncate(lock.file, 0) == 0
    guard done else { throw .io(file: Self.fileName, reason: String(cString: strerror(errno))) }
  }
}
