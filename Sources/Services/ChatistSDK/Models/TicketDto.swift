import APICore

/// The states of a ticket that the guide names; others are kept as they come.
public enum TicketState {
  /// The ticket is worked on.
  public static let open = "open"
  /// The ticket is done.
  public static let closed = "closed"
}

/// A ticket with all of its messages.
public struct TicketDto: Codable, Equatable, Identifiable, Sendable {
  /// The ticket's id.
  public let id: String
  /// The state, such as `open` or `closed`; see ``TicketState``.
  public var state: String
  /// The agent's name; empty for none.
  public var assignee: String
  /// The messages, in the service's order.
  public var messages: [MessageDto]
  /// The scheduled times.
  public var schedules: [ScheduleDto]
  /// Messages that cannot be read, and why; they are left out.
  public let rejected: [JSONFailure]

  /// The kind of the agent, such as `ai agent`; nil if the service gives only the name.
  public let assigneeType: String?
  /// Further members from the service, such as the `channel` and the `deviceInfo` with which the
  /// ticket was opened.
  public let extras: [String: JSONValue]

  /// Makes a ticket.
  public init(
    id: String, state: String, assignee: String, messages: [MessageDto] = [],
    schedules: [ScheduleDto] = [], assigneeType: String? = nil, extras: [String: JSONValue] = [:]
  ) {
    self.id = id
    self.state = state
    self.assignee = assignee
    self.messages = messages
    self.schedules = schedules
    self.assigneeType = assigneeType
    self.extras = extras
    rejected = []
  }

  /// Reads an object; the assignee is a name or an object with one.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: AnyName.self)
    id = try fields.id()
    state = try fields.text("state") ?? ""
    // A person is read like a sender.
    let agent = try fields.decodeIfPresent(SenderDto.self, forKey: "assignee")
    (assignee, assigneeType) = (agent?.name ?? "", agent?.type)
    let list = try fields.decodeIfPresent(LossyList<MessageDto>.self, forKey: "messages")
    messages = list?.elements ?? []
    rejected = list?.rejected ?? []
    for failure in rejected { decoder.leaveOut(failure, below: ["messages"] as [AnyName]) }
    schedules = try fields.elements(ScheduleDto.self, "schedules", decoder) ?? []
    extras = try fields.values(except: ["id", "state", "assignee", "messages", "schedules"])
  }

  /// Writes one object of all members; the assignee is an object if its kind is known.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: AnyName.self)
    for (name, value) in extras { try fields.encode(value, forKey: AnyName(stringValue: name)) }
    try fields.encode(id, forKey: "id")
    try fields.encode(state, forKey: "state")
    if let assigneeType {
      try fields.encode(SenderDto(name: assignee, type: assigneeType), forKey: "assignee")
    } else {
      try fields.encode(assignee, forKey: "assignee")
    }
    try fields.encode(messages, forKey: "messages")
    try fields.encode(schedules, forKey: "schedules")
  }

  /// Whether it is open.
  public var isOpen: Bool { state == TicketState.open }

  /// Whether it is closed.
  public var isClosed: Bool { state == TicketState.closed }

  /// The number of unread messages by others than the customer.
  public var unreadCount: Int { messages.unreadCount }
}

/// Something scheduled; the guide does not define it further, so it is kept as the service sends
/// it.
public struct ScheduleDto: Codable, Hashable, Sendable {
  /// The JSON as it came.
  public let raw: JSONValue

  /// Takes any JSON.
  public init(raw: JSONValue) { self.raw = raw }

  /// Reads any JSON.
  public init(from decoder: any Decoder) throws { raw = try JSONValue(from: decoder) }

  /// Writes the JSON as it came.
  public func encode(to encoder: any Encoder) throws { try raw.encode(to: encoder) }

  /// The text of a member; nil if there is none.
  public func text(_ name: String) -> String? { raw[name]?.text }
}
