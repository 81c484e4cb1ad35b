import Foundation
import SystemFiles

/// The messages that were handed over, ticket by ticket.
public struct MessageBookmark: Codable, Equatable, Sendable {
  /// The ids of the messages by their ticket's id.
  public private(set) var delivered: [TicketID: Set<String>] = [:]

  /// Makes a bookmark before the first message.
  public init() {}

  /// Makes a bookmark behind messages that the program has already, such as those of a ticket that it
  /// shows.
  public init(behind messages: some Sequence<MessageDto>, of ticket: TicketID) {
    delivered[ticket] = Set(messages.map(\.id))
  }

  /// Whether a message was handed over.
  public func holds(_ id: String, of ticket: TicketID) -> Bool {
    delivered[ticket]?.contains(id) ?? false
  }

  /// Marks a message as handed over.
  public mutating func add(_ id: String, of ticket: TicketID) {
    delivered[ticket, default: []].insert(id)
  }
}

/// A place in which a bookmark outlives its program.
public struct MessageBookmarkFile: Sendable {
  /// The file.
  public let path: String

  /// Names a file.
  public init(_ path: String) { self.path = path }

  /// Reads the bookmark; one before the first message where there is no file.
  ///
  /// - Returns: The bookmark.
  /// - Throws: ``ChatistError`` `unusableBookmark`.
  public func load() throws(ChatistError) -> MessageBookmark {
    let data = try calling { () throws(SystemError) in try FileSystem.contents(of: path) }
    guard let data else { return MessageBookmark() }
    guard let bookmark = try? JSONDecoder().decode(MessageBookmark.self, from: data) else {
      throw .unusableBookmark(path: path, reason: "another file")
    }
    return bookmark
  }

  /// Replaces the bookmark as a whole; it is on disk when this returns.
  ///
  /// - Parameter bookmark: The bookmark.
  /// - Throws: ``ChatistError`` `unusableBookmark`; the former bookmark is still there then.
  public func save(_ bookmark: MessageBookmark) throws(ChatistError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(bookmark) else {
      preconditionFailure("texts that JSON cannot write")
    }
    try calling { () throws(SystemError) in
      let draft = path + ".new"
      // Left behind by a program that was killed.
      _ = try FileSystem.remove(draft)
      let file = try OpenFile(draft, for: .drafting, isPrivate: true)
      try file.write(data, at: 0)
      try file.sync()
      try file.close()
      try FileSystem.rename(draft, to: path)
    }
  }

  private func calling<Value>(
    _ call: () throws(SystemError) -> Value
  ) throws(ChatistError) -> Value {
    do throws(SystemError) {
      return try call()
    } catch {
      throw .unusableBookmark(path: path, reason: error.reason)
    }
  }
}
