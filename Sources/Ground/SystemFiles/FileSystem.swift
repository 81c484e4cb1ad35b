import Foundation

/// Operations on files and folders by name.
public enum FileSystem {
  /// Returns the status of a path.
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - followsLinks: Whether to follow a link to its target.
  /// - Returns: Kind, size and identity; nil if nothing exists there.
  /// - Throws: ``SystemError`` if the system refuses.
  public static func status(of path: String, followsLinks: Bool = true) throws(SystemError)
    -> FileStatus?
  {
    try ifPresent { () throws(SystemError) in
      var status = stat()
      _ = try calling(path) { followsLinks ? stat(path, &status) : lstat(path, &status) }
      return FileStatus(status)
    }
  }

  /// Returns the status of a path such that any later write gives it a different status.
  ///
  /// File systems' clocks advance in steps of some milliseconds: for a file changed just now, it
  /// waits for the next step.
  ///
  /// - Parameter path: The name; a link is followed to its target.
  /// - Returns: Kind, size and identity; nil if nothing exists there.
  /// - Throws: ``SystemError`` if the system refuses.
  public static func settledStatus(of path: String) throws(SystemError) -> FileStatus? {
    var found = try status(of: path)
    #if os(Linux)
      // Bounded: another machine's clock may be ahead of ours for good.
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

  /// Checks whether anything exists under a name.
  ///
  /// - Parameter path: The name.
  /// - Returns: The answer.
  /// - Throws: ``SystemError`` if the system refuses.
  public static func exists(_ path: String) throws(SystemError) -> Bool {
    try status(of: path) != nil
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - most: The maximum number of bytes: a sparse file may claim any size.
  /// - Returns: Its bytes; nil if there is no such file.
  /// - Throws: ``SystemError`` if it cannot be read, with ``SystemError/notRegular`` for a pipe or
  ///   a device, which may wait or have no end, and with `EFBIG` for more bytes.
  public static func contents(
    of path: String, most: Int = mostBytes
  ) throws(SystemError) -> Data? {
    try ifPresent { () throws(SystemError) in
      let file = try OpenFile(path, for: .looking)
      let status = try file.status()
      switch status.kind {
      case .file: break
      case .folder: throw SystemError(path: path, code: EISDIR)
      case .link, .other: throw SystemError(path: path, code: SystemError.notRegular)
      }
      guard status.size <= most else { throw SystemError(path: path, code: EFBIG) }
      var data = Data()
      try file.readAll { (piece) throws(SystemError) in
        // It may grow while it is read.
        guard data.count + piece.count <= most else { throw SystemError(path: path, code: EFBIG) }
        data.append(contentsOf: piece)
      }
      return data
    }
  }

  /// The maximum size of a file that is read whole, unless its reader sets another: 64 MiB.
  public static let mostBytes = Limits.fileBytes

  /// Lists a folder.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The names in it, sorted; nil if there is no folder.
  /// - Throws: ``SystemError`` if it cannot be read.
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

  /// Renames a file, and replaces any file with the new name.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: Its new path.
  /// - Throws: ``SystemError``, with the new path.
  public static func rename(_ path: String, to name: String) throws(SystemError) {
    try Drafts.leaving(path) { () throws(SystemError) in
      _ = try calling(name) { Foundation.rename(path, name) }
    }
  }

  /// Gives a file a second name, which must not exist yet.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The second path.
  /// - Throws: ``SystemError``, with the second path; some file systems do not support this.
  public static func link(_ path: String, to name: String) throws(SystemError) {
    _ = try calling(name) { Foundation.link(path, name) }
  }

  /// Copies a file's bytes to a new file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The new file; nothing may exist under this name.
  /// - Throws: ``SystemError``; a partial new file may then exist.
  public static func copy(_ path: String, to name: String) throws(SystemError) {
    let file = try OpenFile(path, for: .reading)
    let copy = try OpenFile(name, for: .drafting)
    try file.copyAll(to: copy)
    try copy.close()
  }

  /// Removes a file's name, or a link.
  ///
  /// - Parameter path: The file.
  /// - Returns: Whether it existed.
  /// - Throws: ``SystemError``.
  @discardableResult
  public static func remove(_ path: String) throws(SystemError) -> Bool {
    try ifPresent { () throws(SystemError) in
      try Drafts.leaving(path) { () throws(SystemError) in
        _ = try calling(path) { unlink(path) }
      }
    } != nil
  }

  /// Removes a folder if it is empty; leaves any other folder, and does nothing if there is none.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``SystemError``.
  public static func removeEmptyFolder(_ path: String) throws(SystemError) {
    _ = try ifPresent { () throws(SystemError) in
      do throws(SystemError) {
        _ = try calling(path) { rmdir(path) }
      } catch {
        guard error.code == ENOTEMPTY || error.code == EEXIST else { throw error }
      }
    }
  }

  /// Creates a folder, and its parents, if missing.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The folders created, the outermost first.
  /// - Throws: ``SystemError``, with the folder that cannot be created.
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

  /// Reads a whole file that must exist.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its bytes.
  /// - Throws: ``SystemError`` as ``contents(of:)``, and with `ENOENT` if there is no such file.
  public static func bytes(of path: String) throws(SystemError) -> Data {
    guard let data = try contents(of: path) else { throw SystemError(path: path, code: ENOENT) }
    return data
  }

  /// Makes a folder in the system's folder for temporary files, which `TMPDIR` names.
  ///
  /// It counts as a draft until ``Drafts/end(_:)``.
  ///
  /// - Returns: The new folder.
  /// - Throws: ``SystemError`` with the system's folder, which is not made if it is missing.
  public static func makeTemporaryFolder() throws(SystemError) -> String {
    let outer = FileManager.default.temporaryDirectory.path
    let path = outer + "/railbird-" + UUID().uuidString
    try Drafts.begin(path) { () throws(SystemError) in
      _ = try calling(outer) { mkdir(path, 0o700) }
    }
    return path
  }

  /// Returns the folder part of a path.
  public static func folder(of path: String) -> String {
    // Foundation's own function crashes for a one-letter path.
    let parts = path.split(separator: "/")
    guard parts.count > 1 else { return path.hasPrefix("/") ? "/" : "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
  }

  /// Resolves a path's links, `.` and `..`.
  ///
  /// - Parameter path: The path.
  /// - Returns: The components of the resolved path; for a path that does not exist, those of the
  ///   nearest existing folder, and the rest as written.
  /// - Throws: ``SystemError`` if the system refuses.
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

  /// Creates a folder; false if it exists.
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

  /// Runs a call on a name; nil if nothing exists there.
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

  /// Returns the components of a path's target; nil if nothing exists there.
  private static func resolved(_ path: String) throws(SystemError) -> [String]? {
    guard
      let real = try ifPresent({ () throws(SystemError) in
        try retried(path) { realpath(path, nil) }
      })
    else { return nil }
    defer { free(real) }
    return String(cString: real).split(separator: "/").map(String.init)
  }

  /// Makes a call that signals an error by nil, and repeats it after interruptions by signals.
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
