import Foundation

/// What lies under a name.
public struct FileStatus: Equatable, Sendable {
  /// The kinds that are told apart.
  public enum Kind: Sendable {
    case file
    case folder
    case link
    /// A pipe, a device, a socket.
    case other
  }

  /// Tells a file from all others of the system, whatever it is called.
  public struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// What it is.
  public let kind: Kind
  /// A file's bytes.
  public let size: Int
  /// When it was last written, in nanoseconds since 1970.
  public let modifiedAt: Int
  /// When it was last written, renamed or given other rights, in nanoseconds since 1970 by the clock
  /// of its file system, which stands still for some milliseconds at a time.
  public let changedAt: Int
  /// Which one it is.
  public let identity: Identity

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    size = Int(status.st_size)
    modifiedAt = nanoseconds(status.st_mtim)
    changedAt = nanoseconds(status.st_ctim)
    identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}

private func nanoseconds(_ time: timespec) -> Int {
  Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
