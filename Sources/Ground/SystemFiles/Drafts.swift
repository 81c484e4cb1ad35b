import Foundation

/// The files and folders that this process is making, and that nobody needs if it is interrupted.
///
/// A process that is killed cannot remove them: then the next one does that writes there.
public enum Drafts {
  private static let lock = NSLock()
  // Safety: used under `lock` alone.
  nonisolated(unsafe) private static var paths: Set<String> = []

  /// Makes a draft, which ``FileSystem`` takes off the list when it renames or removes it.
  ///
  /// - Parameters:
  ///   - path: The file, or a folder with all that is in it.
  ///   - make: Makes it, unless something else has its name.
  /// - Returns: The answer of `make`.
  /// - Throws: The error of `make`; then there is no draft.
  public static func begin<Made, Failure>(
    _ path: String, _ make: () throws(Failure) -> Made
  ) throws(Failure) -> Made {
    // Under the lock: no signal comes between the two.
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
    // A file first: most are, and only folders are looked into.
    for path in paths where unlink(path) != 0 && errno != ENOENT {
      try? FileManager.default.removeItem(atPath: path)
    }
    exit()
  }

  /// Renames or removes a path, which then is no draft.
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
