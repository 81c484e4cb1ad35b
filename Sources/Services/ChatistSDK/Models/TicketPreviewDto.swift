import APICore

/// A ticket in the list of all: its state and last message.
public struct TicketPreviewDto: Codable, Hashable, Identifiable, Sendable {
  /// The ticket's id.
  public let id: String
  /// The state, such as `open` or `closed`; see ``TicketState``.
  public let state: String
  /// The last message; ``MessageDto/none`` if the service names none, or null.
  public let lastMessage: MessageDto

  /// Further members from the service, such as the `assignee`.
  public let extras: [String: JSONValue]

  /// Makes a preview.
  public init(
    id: String, state: String, lastMessage: MessageDto, extras: [String: JSONValue] = [:]
  ) {
    self.id = id
    self.state = state
    self.lastMessage = lastMessage
    self.extras = extras
  }

  /// Whether the service names a last message; a ticket may have messages without it.
  public var hasLastMessage: Bool { lastMessage != MessageDto.none }

  /// Reads an object.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: AnyName.self)
    id = try fields.id()
    state = try fields.text("state") ?? ""
    lastMessage =
      try fields.decodeIfPresent(MessageDto.self, forKey: "lastMessage") ?? MessageDto.none
    extras = try fields.values(except: ["id", "state", "lastMessage"])
  }

  /// Writes one object of all members.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: AnyName.self)
    for (name, value) in extras { try fields.encode(value, forKey: AnyName(stringValue: name)) }
    try fields.encode(id, forKey: "id")
    try fields.encode(state, forKey: "state")
    if hasLastMessage {
      try fields.encode(lastMessage, forKey: "lastMessage")
    } else {
      try fields.encodeNil(forKey: "lastMessage")
    }
  }
}
