import Foundation

/// An open file or folder; the last reference closes it.
///
/// Each call takes an offset: there is no current position.
public final class OpenFile {
  /// The purpose of opening a file.
  public enum Access: Sendable {
    /// To read an existing file.
    case reading
    /// To read an existing file; does not wait for a pipe's other end.
    case looking
    /// To read and write; created if missing. A link leads to its target.
    case writing
    /// To read and write a file at its own place; created if missing, and no link.
    case updating
    /// To write a new file; nothing may exist under its name, not even a broken link.
    case drafting
    /// To read and write an existing file that is no link; does not wait for a pipe's other end.
    case takingOver
  }

  /// The name used to open it.
  public let path: String
  /// The file descriptor.
  public let descriptor: Int32
  private var isOpen = true

  /// Opens a file; the process's umask sets the permissions of a new one.
  ///
  /// - Parameters:
  ///   - path: The file or, for reading, folder.
  ///   - access: The purpose.
  ///   - isPrivate: Whether only its owner may use a new file (mode 0600).
  /// - Throws: ``SystemError``.
  public init(_ path: String, for access: Access, isPrivate: Bool = false) throws(SystemError) {
    self.path = path
    descriptor = try calling(path) { open(path, access.flags, isPrivate ? 0o600 : 0o666) }
  }

  deinit { if isOpen { _ = Foundation.close(descriptor) } }

  /// Closes the file; some file systems report a failed write only now.
  ///
  /// - Throws: ``SystemError``.
  public func close() throws(SystemError) {
    guard isOpen else { return }
    isOpen = false
    guard Foundation.close(descriptor) != 0, errno != EINTR else { return }
    throw SystemError(path: path, code: errno)
  }

  /// Returns the file's status.
  ///
  /// - Throws: ``SystemError``.
  public func status() throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try calling(path) { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  /// Whether it is an ordinary file of this process's user that no other user may read or write.
  ///
  /// - Throws: ``SystemError``.
  public func isPrivate() throws(SystemError) -> Bool {
    var status = stat()
    _ = try calling(path) { fstat(descriptor, &status) }
    return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
  }

  /// Restricts the file to its owner (mode 0600).
  ///
  /// - Throws: ``SystemError``.
  public func makePrivate() throws(SystemError) {
    _ = try calling(path) { fchmod(descriptor, 0o600) }
  }

  // MARK: - Reading

  /// Reads some bytes.
  ///
  /// - Parameters:
  ///   - memory: Receives them.
  ///   - place: Their offset in the file.
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: ``SystemError``.
  public func read(into memory: UnsafeMutableRawBufferPointer, at place: Int)
    throws(SystemError) -> Int
  {
    try calling(path) { pread(descriptor, memory.baseAddress, memory.count, off_t(place)) }
  }

  /// Reads all bytes from an offset on in successive pieces.
  ///
  /// - Parameters:
  ///   - start: The offset.
  ///   - take: Receives the next bytes, which are valid until it returns.
  /// - Throws: ``SystemError``; reading stops when `take` throws.
  public func readAll(
    from start: Int = 0, _ take: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) {
    // A piece stays in a core's own cache until it is used.
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
    defer { piece.deallocate() }
    var place = start
    while true {
      let count = try read(into: piece, at: place)
      if count == 0 { return }
      try take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      place += count
    }
  }

  /// Reads all bytes of a pipe, or of a file from its current position, in successive pieces.
  ///
  /// - Parameter take: Receives the next bytes, which are valid until it returns.
  /// - Throws: ``SystemError``; reading stops when `take` throws.
  public func readStream(
    _ take: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
    defer { piece.deallocate() }
    while true {
      let count = try calling(path) {
        Foundation.read(descriptor, piece.baseAddress, piece.count)
      }
      if count == 0 { return }
      try take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  // MARK: - Writing

  /// Writes all bytes, in as many calls as the system needs.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - place: Their offset in the file.
  /// - Throws: ``SystemError``; some bytes may then be written.
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

  /// Writes all of the data.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - place: Their offset in the file.
  /// - Throws: ``SystemError``; some bytes may then be written.
  public func write(_ data: Data, at place: Int) throws(SystemError) {
    try data.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try write(bytes, at: place) }
    }.get()
  }

  /// Copies all of its bytes to another file, from that file's start on.
  ///
  /// - Parameter other: The other file.
  /// - Throws: ``SystemError``; some bytes may then be written.
  func copyAll(to other: OpenFile) throws(SystemError) {
    var place = 0
    #if os(Linux)
      do throws(SystemError) {
        // `sendfile` copies inside the kernel.
        while true {
          let count = try calling(other.path) {
            sendfile(other.descriptor, descriptor, nil, 1 << 30)
          }
          if count == 0 && place > 0 { return }
          if count == 0 { break }
          place += count
        }
      } catch {
        // If the system does not support it, the first call fails.
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

  /// Truncates the file to a size, or extends it with zeros.
  ///
  /// - Parameter size: The new size in bytes.
  /// - Throws: ``SystemError``.
  public func cut(to size: Int) throws(SystemError) {
    _ = try calling(path) { ftruncate(descriptor, off_t(size)) }
  }

  /// Waits until all written data, or a folder's list of files, is on disk.
  ///
  /// - Throws: ``SystemError``; the state on disk is then unknown, and a second call does not
  ///   reveal it.
  public func sync() throws(SystemError) {
    _ = try calling(path) { fsync(descriptor) }
  }

  /// Starts writing its bytes to disk in the background, so that a later sync is faster.
  public func startWriting() {
    #if os(Linux)
      // Linux starts to write pages that are declared unneeded, and keeps them until they are on
      // disk. This is only a hint: the sync writes the rest.
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }

  // MARK: - Locking

  /// Locks the file for this process, until it is closed or unlocked.
  ///
  /// - Returns: Whether it is locked; false while another process holds it.
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

  /// Locks the file for this process, after waiting for any other holder.
  ///
  /// - Throws: ``SystemError``.
  public func waitForLock() throws(SystemError) {
    _ = try calling(path) { flock(descriptor, LOCK_EX) }
  }

  /// Unlocks the file.
  ///
  /// A process just forked may hold a copy of the descriptor for a moment, and closing alone would
  /// then keep the lock.
  public func unlock() { flock(descriptor, LOCK_UN) }
}

extension OpenFile.Access {
  fileprivate var flags: Int32 {
    switch self {
    case .reading: O_RDONLY | O_CLOEXEC
    case .looking: O_RDONLY | O_NONBLOCK | O_CLOEXEC
    case .writing: O_RDWR | O_CREAT | O_CLOEXEC
    case .updating: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    case .drafting: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    case .takingOver: O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    }
  }
}
