import Foundation
import SystemFiles

/// A file that keeps a bookmark between runs.
public struct MessageBookmarkFile: Sendable {
  /// The file's path.
  public let path: String

  /// Names a file.
  public init(_ path: String) { self.path = path }

  /// Reads the bookmark; an empty one if there is no file.
  ///
  /// - Returns: The bookmark.
  /// - Throws: ``ChatistError`` `unusableBookmark`.
  public func load() throws(ChatistError) -> MessageBookmark {
    let data = try onDisk { () throws(SystemError) in try FileSystem.contents(of: path) }
    guard let data else { return MessageBookmark() }
    guard let bookmark = try? JSONDecoder().decode(MessageBookmark.self, from: data) else {
      throw .unusableBookmark(path: path, reason: "another file")
    }
    return bookmark
  }

  /// Replaces the bookmark as a whole; it is on disk when this returns.
  ///
  /// - Parameter bookmark: The bookmark.
  /// - Throws: ``ChatistError`` `unusableBookmark`; the previous bookmark then remains.
  public func save(_ bookmark: MessageBookmark) throws(ChatistError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(bookmark) else {
      preconditionFailure("texts that JSON cannot write")
    }
    try onDisk { () throws(SystemError) in
      let draft = path + ".new"
      // The draft of a program that was killed.
      _ = try FileSystem.remove(draft)
      let file = try OpenFile(draft, for: .drafting, isPrivate: true)
      try file.write(data, at: 0)
      try file.sync()
      try file.close()
      try FileSystem.rename(draft, to: path)
    }
  }

  private func onDisk<Value>(
    _ work: () throws(SystemError) -> Value
  ) throws(ChatistError) -> Value {
    do throws(SystemError) {
      return try work()
    } catch {
      let isNone = error.code == SystemError.notRegular
      throw .unusableBookmark(path: path, reason: isNone ? "no ordinary file" : error.reason)
    }
  }
}
