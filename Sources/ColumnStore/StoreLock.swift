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

  deinit { close(file) }
}
