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
  /// When it was last written, in seconds since 1970.
  public let modifiedAt: Int
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
    modifiedAt = Int(status.st_mtim.tv_sec)
    identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
