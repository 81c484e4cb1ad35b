import Foundation

/// A file or folder that is open; the last reference closes it.
///
/// Places in the file are given with each call: it has no position of its own.
public final class OpenFile {
  /// What a file is opened for.
  public enum Access: Sendable {
    /// To read what is there.
    case reading
    /// To read and write; made if there is none.
    case writing
    /// To write a new file; nothing may have its name, not even a link that leads nowhere.
    case drafting
    /// To read and write what is there, if it is no link; does not wait for a pipe's other end.
    case takingOver
  }

  /// The name it was opened by.
  public let path: String
  /// The system's number of it.
  public let descriptor: Int32
  private var isOpen = true

  /// Opens a file; who may use a new one is up to the process's umask.
  ///
  /// - Parameters:
  ///   - path: The file or, for reading, folder.
  ///   - access: What it is opened for.
  ///   - isPrivate: Whether a new one is for its owner alone (mode 0600).
  /// - Throws: ``SystemError``.
  public init(_ path: String, for access: Access, isPrivate: Bool = false) throws(SystemError) {
    self.path = path
    descriptor = try calling(path) { open(path, access.flags, isPrivate ? 0o600 : 0o666) }
  }

  deinit { if isOpen { _ = Foundation.close(descriptor) } }

  /// Closes the file; some file systems tell only now that they could not write.
  ///
  /// - Throws: ``SystemError``.
  public func close() throws(SystemError) {
    guard isOpen else { return }
    isOpen = false
    guard Foundation.close(descriptor) != 0, errno != EINTR else { return }
    throw SystemError(path: path, code: errno)
  }

  /// What it is, and how large.
  ///
  /// - Throws: ``SystemError``.
  public func status() throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try calling(path) { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  /// Whether it is an ordinary file of this process's user that nobody else may read or write.
  ///
  /// - Throws: ``SystemError``.
  public func isPrivate() throws(SystemError) -> Bool {
    var status = stat()
    _ = try calling(path) { fstat(descriptor, &status) }
    return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
  }

  // MARK: - Reading

  /// Reads some bytes.
  ///
  /// - Parameters:
  ///   - memory: Takes them.
  ///   - place: Where in the file they begin.
  /// - Returns: How many they are; 0 at the end.
  /// - Throws: ``SystemError``.
  public func read(into memory: UnsafeMutableRawBufferPointer, at place: Int)
    throws(SystemError) -> Int
  {
    try calling(path) { pread(descriptor, memory.baseAddress, memory.count, off_t(place)) }
  }

  /// Reads all bytes, some after the other.
  ///
  /// - Parameter take: Takes the next ones, which are there until it returns.
  /// - Throws: ``SystemError``; the reading stops where `take` throws.
  public func readAll(
    _ take: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) {
    // A piece stays in a core's own cache between being read and being used.
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
    defer { piece.deallocate() }
    var place = 0
    while true {
      let count = try read(into: piece, at: place)
      if count == 0 { return }
      try take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      place += count
    }
  }

  // MARK: - Writing

  /// Writes all of some bytes, however many the system takes at a time.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - place: Where in the file they begin.
  /// - Throws: ``SystemError``; some bytes may be written then.
  public func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      // Safety: `written` stays below the count.
      let next = bytes.baseAddress! + written
      let count = try calling(path) {
        pwrite(descriptor, next, bytes.count - written, off_t(place + written))
      }
      guard count > 0 else { throw SystemError(path: path, code: EIO) }
      written += count
    }
  }

  /// Writes all of some data.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - place: Where in the file they begin.
  /// - Throws: ``SystemError``; some bytes may be written then.
  public func write(_ data: Data, at place: Int) throws(SystemError) {
    try data.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try write(bytes, at: place) }
    }.get()
  }

  /// Writes all of its bytes into another file, from that one's front on.
  ///
  /// - Parameter other: The other file.
  /// - Throws: ``SystemError``; some bytes may be written then.
  func copyAll(to other: OpenFile) throws(SystemError) {
    var place = 0
    #if os(Linux)
      do throws(SystemError) {
        // The bytes need not come into this process.
        while true {
          let count = try calling(other.path) {
            sendfile(other.descriptor, descriptor, nil, 1 << 30)
          }
          if count == 0 && place > 0 { return }
          if count == 0 { break }
          place += count
        }
      } catch {
        // Where the system cannot do so it says so at once.
        guard place == 0, [EINVAL, ENOSYS].contains(error.code) else {
          throw error
        }
      }
    #endif
    try readAll { (bytes) throws(SystemError) in
      try other.write(bytes, at: place)
      place += bytes.count
    }
  }

  /// Cuts off what it holds beyond so many bytes, or fills it up with zeros.
  ///
  /// - Parameter size: The bytes it has afterwards.
  /// - Throws: ``SystemError``.
  public func cut(to size: Int) throws(SystemError) {
    _ = try calling(path) { ftruncate(descriptor, off_t(size)) }
  }

  /// Returns when all that was written, or a folder's list of files, is on disk.
  ///
  /// - Throws: ``SystemError``; what is on disk then is unknown, and asking again does not tell.
  public func sync() throws(SystemError) {
    _ = try calling(path) { fsync(descriptor) }
  }

  /// Has its bytes written while other work goes on; a later sync has less to wait for.
  public func startWriting() {
    #if os(Linux)
      // Linux starts to write pages that it is told are not needed, and keeps them until they are
      // on disk. Only a hint: what it fails to write the sync will.
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }

  // MARK: - Locking

  /// Takes the file for this process alone, until it is closed or unlocked.
  ///
  /// - Returns: Whether it is taken; false while another process holds it.
  /// - Throws: ``SystemError``.
  public func lock() throws(SystemError) -> Bool {
    do {
      _ = try calling(path) { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return false
    }
  }

  /// Takes the file for this process alone, once nobody else has it.
  ///
  /// - Throws: ``SystemError``.
  public func waitForLock() throws(SystemError) {
    _ = try calling(path) { flock(descriptor, LOCK_EX) }
  }

  /// Gives the file back.
  ///
  /// A process just forked may hold a copy of it for a moment; closing alone would leave the lock to
  /// that.
  public func unlock() { flock(descriptor, LOCK_UN) }
}

extension OpenFile.Access {
  fileprivate var flags: Int32 {
    switch self {
    case .reading: O_RDONLY | O_CLOEXEC
    case .writing: O_RDWR | O_CREAT | O_CLOEXEC
    case .drafting: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    case .takingOver: O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    }
  }
}
