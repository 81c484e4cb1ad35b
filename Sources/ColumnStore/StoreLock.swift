import Foundation

/// The right to write to a store, held by one process at a time.
///
/// The kernel releases it when the process ends, however it ends; the lock file's existence
/// means nothing.
final class StoreLock {
  static let fileName = "LOCK"

  private let file: Int32

  init(store: String) throws(StoreError) {
    let path = store + "/" + Self.fileName
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard opened >= 0 else { throw .io(file: path, reason: String(cString: strerror(errno))) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(opened)
      guard reason == EWOULDBLOCK else {
        throw .io(file: path, reason: String(cString: strerror(reason)))
      }
      throw .locked(store: store)
    }
    file = opened
  }

  /// Whether a first commit was begun and not ended: the lock file says so until it is.
  var isFirstCommit: Bool { lseek(file, 0, SEEK_END) > 0 }

  /// Notes that a store's first commit begins, or that it has ended.
  func note(firstCommit isUnderWay: Bool) throws(StoreError) {
    let text = "first commit\n"
    let done =
      isUnderWay
      ? pwrite(file, text, text.utf8.count, 0) == text.utf8.count && fsync(file) == 0
      : ftruncate(file, 0) == 0
    guard done else { throw .io(file: Self.fileName, reason: String(cString: strerror(errno))) }
  }

  deinit { close(file) }
}
