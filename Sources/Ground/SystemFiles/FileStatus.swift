import Foundation

/// The status of a file or folder.
public struct FileStatus: Equatable, Sendable {
  /// The kinds of entry.
  public enum Kind: Sendable {
    case file
    case folder
    case link
    /// A pipe, a device or a socket.
    case other
  }

  /// The identity of a file in the system; all its hard links share it.
  public struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// The kind.
  public let kind: Kind
  /// The size in bytes.
  public let size: Int
  /// The time of the last write, in nanoseconds since 1970.
  public let modifiedAt: Int
  /// The time of the last write, renaming or change of permissions, in nanoseconds since 1970, by
  /// the file system's clock, which advances in steps of some milliseconds.
  public let changedAt: Int
  /// The identity.
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
