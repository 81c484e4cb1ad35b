import Foundation

/// The unfinished files and folders of this process, useless if it is interrupted.
///
/// A process that is killed cannot remove them; the next process that writes there does.
public enum Drafts {
  private static let lock = NSLock()
  // Safety: used under `lock` alone.
  nonisolated(unsafe) private static var paths: Set<String> = []

  /// Makes a draft; ``FileSystem`` takes it off the list when it renames or removes it.
  ///
  /// - Parameters:
  ///   - path: The file, or a folder with all that is in it.
  ///   - make: Makes it, unless something else has its name.
  /// - Returns: The answer of `make`.
  /// - Throws: The error of `make`; then there is no draft.
  public static func begin<Made, Failure>(
    _ path: String, _ make: () throws(Failure) -> Made
  ) throws(Failure) -> Made {
    // Under the lock, so that no signal arrives between making and listing.
    lock.lock()
    defer { lock.unlock() }
    let made = try make()
    paths.insert(path)
    return made
  }

  /// Takes a draft off the list.
  public static func end(_ path: String) { _ = lock.withLock { paths.remove(path) } }

  /// Removes all drafts, and ends the process.
  ///
  /// - Parameter exit: Ends it; meanwhile no draft begins, and none gets another name.
  public static func abandon(_ exit: () -> Never) -> Never {
    lock.lock()
    // Most drafts are files; only a folder needs a search of its content.
    for path in paths where unlink(path) != 0 && errno != ENOENT {
      try? FileManager.default.removeItem(atPath: path)
    }
    exit()
  }

  /// Renames or removes a path, which is then no longer a draft.
  static func leaving(
    _ path: String, _ change: () throws(SystemError) -> Void
  ) throws(SystemError) {
    guard lock.withLock({ paths.contains(path) }) else { return try change() }
    lock.lock()
    defer { lock.unlock() }
    try change()
    paths.remove(path)
  }
}
