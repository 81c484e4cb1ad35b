/// The delivered messages, ticket by ticket.
public struct MessageBookmark: Codable, Equatable, Sendable {
  /// The ids of delivered messages, by ticket id.
  public private(set) var delivered: [TicketID: Set<String>] = [:]

  /// Makes a bookmark before the first message.
  public init() {}

  /// Makes a bookmark after messages that the program already has, such as those of the ticket on
  /// display.
  public init(behind messages: some Sequence<MessageDto>, of ticket: TicketID) {
    delivered[ticket] = Set(messages.map(\.id))
  }

  /// Whether a message was delivered.
  public func holds(_ id: String, of ticket: TicketID) -> Bool {
    delivered[ticket]?.contains(id) ?? false
  }

  /// Marks a message as delivered.
  public mutating func add(_ id: String, of ticket: TicketID) {
    delivered[ticket, default: []].insert(id)
  }
}
