import APICore

/// Orders messages that arrive repeatedly and in any order.
///
/// A message waits until it has been present for some polls. Then it is ready, together with all
/// messages sent before it.
struct MessageOrder {
  private struct Waiting {
    let message: MessageDto
    let ticket: TicketID
    /// The time of sending, then the number in its id, then its order of arrival.
    let rank: (Int64, Int, Int)
    let poll: Int
  }

  private struct Key: Hashable {
    let ticket: TicketID
    let id: String
  }

  /// The delivered messages.
  private(set) var bookmark: MessageBookmark
  private let settling: Int
  private var waiting: [Key: Waiting] = [:]
  private var poll = 0
  private var count = 0

  init(_ bookmark: MessageBookmark, settling: Int) {
    self.bookmark = bookmark
    self.settling = settling
  }

  /// Whether a message was already delivered.
  func isDone(_ id: String, of ticket: TicketID) -> Bool { bookmark.holds(id, of: ticket) }

  /// Whether messages of a ticket are waiting.
  func waits(for ticket: TicketID) -> Bool { waiting.keys.contains { $0.ticket == ticket } }

  /// Starts a poll.
  mutating func beginPoll() { poll += 1 }

  /// Takes the service's current messages of a ticket.
  mutating func take(_ messages: [MessageDto], of ticket: TicketID) {
    var last = Int64.min
    for message in messages {
      // A message without a date comes after its predecessor.
      let date = message.date?.micros
      last = date ?? last
      let key = Key(ticket: ticket, id: message.id)
      guard waiting[key] == nil, !isDone(message.id, of: ticket) else { continue }
      count += 1
      waiting[key] = Waiting(
        message: message, ticket: ticket,
        rank: (last, date == nil ? Int.max : Self.number(in: message.id), count),
        poll: poll)
    }
  }

  /// Returns the ready messages, in order, and stops waiting for them.
  mutating func ready() -> [(message: MessageDto, ticket: TicketID)] {
    let sorted = waiting.values.sorted { $0.rank < $1.rank }
    guard let last = sorted.lastIndex(where: { poll - $0.poll >= settling }) else { return [] }
    for one in sorted[...last] { waiting[Key(ticket: one.ticket, id: one.message.id)] = nil }
    return sorted[...last].map { ($0.message, $0.ticket) }
  }

  /// Marks a message as delivered.
  mutating func hand(_ message: MessageDto, of ticket: TicketID) {
    bookmark.add(message.id, of: ticket)
  }

  /// Returns the number at the end of an id such as `message_12`; 0 if it has none.
  private static func number(in id: String) -> Int {
    Int(String(id.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())) ?? 0
  }
}
