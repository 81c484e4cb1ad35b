import Foundation

/// The salt of hashes: random bytes that a file keeps for its owner alone.
///
/// The file holds them twice, so that damage is found: another salt would give known people new
/// names. Files of earlier versions hold them once.
public enum KeptSalt {
  /// The number of bytes.
  static let size = 32

  /// A file that does not hold a salt.
  public struct Damage: Error, Equatable, Sendable {
    /// The file.
    public let path: String
    /// Its content.
    public let found: String
    /// The content of a sound file.
    public let expected: String
  }

  /// Reads a salt.
  ///
  /// - Parameter path: The file.
  /// - Returns: The salt, or the file's damage; nil if there is no file.
  /// - Throws: ``SystemError`` if it cannot be read.
  public static func read(_ path: String) throws(SystemError) -> Result<Data, Damage>? {
    let expected = "a salt, twice its \(size) bytes; put a copy of the file back"
    guard let status = try FileSystem.status(of: path) else { return nil }
    // A sparse file may claim any size.
    guard status.size <= 1 << 10, let data = try FileSystem.contents(of: path) else {
      return .failure(Damage(path: path, found: "\(status.size) bytes", expected: expected))
    }
    let (first, second) = (Data(data.prefix(size)), Data(data.dropFirst(size)))
    if first.count == size && (second.isEmpty || second == first) { return .success(first) }
    let found =
      data.count == 2 * size ? "two copies that differ" : "\(data.count) bytes"
    return .failure(Damage(path: path, found: found, expected: expected))
  }

  /// Makes a salt, unless another process makes it at the same time.
  ///
  /// A crash leaves the whole file or none.
  ///
  /// - Parameter path: The file, which was missing; its folder is made if there is none.
  /// - Throws: ``SystemError`` if it cannot be made.
  public static func make(_ path: String) throws(SystemError) {
    var random = SystemRandomNumberGenerator()
    let bytes = Data((0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    let folder = FileSystem.folder(of: path)
    try FileSystem.makeFolder(folder)
    let draft = path + ".\(UUID().uuidString).new"
    let file = try OpenFile(draft, for: .drafting, isPrivate: true)
    do throws(SystemError) {
      try file.write(bytes + bytes, at: 0)
      try file.sync()
      do throws(SystemError) {
        try FileSystem.link(draft, to: path)
      } catch {
        // A file system without links: the last of several processes counts.
        if error.code != EEXIST { try FileSystem.rename(draft, to: path) }
      }
      try OpenFile(folder, for: .reading).sync()
    } catch {
      _ = try? FileSystem.remove(draft)
      throw error
    }
    try FileSystem.remove(draft)
  }
}
