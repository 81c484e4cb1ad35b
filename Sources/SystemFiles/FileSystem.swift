import Foundation

/// Files and folders by their names.
public enum FileSystem {
  /// Tells what lies under a name.
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - followsLinks: Whether a link stands for what it leads to.
  /// - Returns: Kind, size and identity; nil where there is nothing.
  /// - Throws: ``SystemError`` when the system does not tell.
  public static func status(of path: String, followsLinks: Bool = true) throws(SystemError)
    -> FileStatus?
  {
    try ifPresent { () throws(SystemError) in
      var status = stat()
      _ = try calling(path) { followsLinks ? stat(path, &status) : lstat(path, &status) }
      return FileStatus(status)
    }
  }

  /// Tells what lies under a name, so that whoever writes to it afterwards gives it another status.
  ///
  /// The clock of file systems stands still for some milliseconds: of a file that was just changed its
  /// next tick is waited for.
  ///
  /// - Parameter path: The name; a link stands for what it leads to.
  /// - Returns: Kind, size and identity; nil where there is nothing.
  /// - Throws: ``SystemError`` when the system does not tell.
  public static func settledStatus(of path: String) throws(SystemError) -> FileStatus? {
    var found = try status(of: path)
    #if os(Linux)
      // A clock of another machine may be ahead of ours for good.
      for _ in 0..<50 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &now)
        let tick = Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
        guard let changedAt = found?.changedAt, changedAt >= tick else { break }
        usleep(1000)
        found = try status(of: path)
      }
    #endif
    return found
  }

  /// Tells whether anything lies under a name.
  ///
  /// - Parameter path: The name.
  /// - Returns: The answer.
  /// - Throws: ``SystemError`` when the system does not tell.
  public static func exists(_ path: String) throws(SystemError) -> Bool {
    try status(of: path) != nil
  }

  /// Reads a whole file.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its bytes; nil where there is no such file.
  /// - Throws: ``SystemError`` when it cannot be read.
  public static func contents(of path: String) throws(SystemError) -> Data? {
    try ifPresent { () throws(SystemError) in
      let file = try OpenFile(path, for: .reading)
      var data = Data()
      try file.readAll { data.append(contentsOf: $0) }
      return data
    }
  }

  /// Lists a folder.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The names in it, in order; nil where there is no folder.
  /// - Throws: ``SystemError`` when it cannot be read.
  public static func names(in path: String) throws(SystemError) -> [String]? {
    guard
      let folder = try ifPresent({ () throws(SystemError) in
        try retried(path) { opendir(path) }
      })
    else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        let code = errno
        if code == EINTR { continue }
        if code != 0 { throw SystemError(path: path, code: code) }
        return names.sorted()
      }
      // Safety: the system ends each name with a zero.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }

  /// Gives a file another name, in place of the file that has it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: Its new path.
  /// - Throws: ``SystemError``, with the new path.
  public static func rename(_ path: String, to name: String) throws(SystemError) {
    _ = try calling(name) { Foundation.rename(path, name) }
  }

  /// Gives a file a second name, which must be new.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The second path.
  /// - Throws: ``SystemError``, with the second path; not every file system has this.
  public static func link(_ path: String, to name: String) throws(SystemError) {
    _ = try calling(name) { Foundation.link(path, name) }
  }

  /// Copies a file's bytes into a new one.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The new file; nothing may have the name yet.
  /// - Throws: ``SystemError``; the new file then may be there in part.
  public static func copy(_ path: String, to name: String) throws(SystemError) {
    let file = try OpenFile(path, for: .reading)
    let copy = try OpenFile(name, for: .drafting)
    try file.copyAll(to: copy)
    try copy.close()
  }

  /// Removes a file's name, or a link.
  ///
  /// - Parameter path: The file.
  /// - Returns: Whether there was one.
  /// - Throws: ``SystemError``.
  @discardableResult
  public static func remove(_ path: String) throws(SystemError) -> Bool {
    try ifPresent { () throws(SystemError) in
      try calling(path) { unlink(path) }
    } != nil
  }

  /// Makes a folder, and those above it, where there is none.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The folders that were made, the outermost first.
  /// - Throws: ``SystemError``, with the folder that cannot be made.
  @discardableResult
  public static func makeFolder(_ path: String) throws(SystemError) -> [String] {
    do {
      return try makeOne(path) ? [path] : []
    } catch {
      let above = folder(of: path)
      guard error.code == ENOENT, above != path else { throw error }
      let made = try makeFolder(above)
      return try makeOne(path) ? made + [path] : made
    }
  }

  /// The folder that a file lies in, as its path has it.
  public static func folder(of path: String) -> String {
    // Foundation's own way ends the process where the path is one letter.
    let parts = path.split(separator: "/")
    guard parts.count > 1 else { return path.hasPrefix("/") ? "/" : "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
  }

  /// Follows a path's links, `.` and `..`.
  ///
  /// - Parameter path: The path.
  /// - Returns: The parts of the path without them; of one that is not there, those of the nearest
  ///   folder that is, and the rest as written.
  /// - Throws: ``SystemError`` when the system does not tell.
  public static func parts(of path: String) throws(SystemError) -> [String] {
    var parts = path.hasPrefix("/") ? [] : try resolved(".") ?? []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        _ = parts.popLast()
      } else {
        parts.append(String(part))
        parts = try resolved("/" + parts.joined(separator: "/")) ?? parts
      }
    }
    return parts
  }

  // MARK: - Implementation

  /// Makes a folder; false where there is one.
  private static func makeOne(_ path: String) throws(SystemError) -> Bool {
    do {
      _ = try calling(path) { mkdir(path, 0o777) }
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      guard try status(of: path)?.kind == .folder else {
        throw SystemError(path: path, code: ENOTDIR)
      }
      return false
    }
  }

  /// An answer about what lies under a name; nil where nothing does.
  private static func ifPresent<Answer>(_ body: () throws(SystemError) -> Answer)
    throws(SystemError) -> Answer?
  {
    do {
      return try body()
    } catch {
      guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
      return nil
    }
  }

  /// The parts of the path that a path leads to; nil where nothing lies under it.
  private static func resolved(_ path: String) throws(SystemError) -> [String]? {
    guard
      let real = try ifPresent({ () throws(SystemError) in
        try retried(path) { realpath(path, nil) }
      })
    else { return nil }
    defer { free(real) }
    return String(cString: real).split(separator: "/").map(String.init)
  }

  /// Makes a call that tells of an error by nil, again while a signal cuts it short.
  private static func retried<Answer>(_ path: String, _ call: () -> Answer?)
    throws(SystemError) -> Answer
  {
    while true {
      if let answer = call() { return answer }
      let code = errno
      if code != EINTR { throw SystemError(path: path, code: code) }
    }
  }
}
