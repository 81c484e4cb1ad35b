import Columns
import Kernels

/// Figures of some tickets.
public struct TicketFigures: GroupFigures {
  /// The tickets.
  public let ticketCount: Int
  /// Tickets with state `closed`.
  public let closedCount: Int
  /// Open tickets whose last customer message no agent has answered.
  public let unansweredCount: Int
  /// Tickets, closed or not, with a customer's message and no agent's message.
  public let neverAnsweredCount: Int
  /// Messages of the tickets.
  public let messageCount: Int
  /// Messages of customers.
  public let customerMessageCount: Int
  /// Messages of agents.
  public let agentMessageCount: Int
  /// The attachments of all messages.
  public let attachmentCount: Int
  /// Times from the customer's first message to the first answer.
  public let firstResponse: WaitingTimes
  /// Times of closed tickets from the customer's first message to the last answer.
  public let resolution: WaitingTimes
  /// The day of the newest ticket.
  public let lastTicket: Day

  /// Tickets with any other state.
  public var openCount: Int { ticketCount - closedCount }

  /// The tickets, by which rows are ordered.
  public var memberCount: Int { ticketCount }

  /// Counts tickets, at least one, in any order.
  init(_ tickets: [StoredTicket]) {
    ticketCount = tickets.count
    closedCount = tickets.count(where: \.isClosed)
    unansweredCount = tickets.count(where: \.isUnanswered)
    neverAnsweredCount = tickets.count(where: \.messages.areNeverAnswered)
    messageCount = tickets.reduce(0) { $0 + $1.messages.count }
    customerMessageCount = tickets.reduce(0) { $0 + $1.messages.customerCount }
    agentMessageCount = tickets.reduce(0) { $0 + $1.messages.agentCount }
    attachmentCount = tickets.reduce(0) { $0 + $1.messages.attachmentCount }
    firstResponse = WaitingTimes(tickets.compactMap(\.messages.firstResponse))
    resolution = WaitingTimes(tickets.compactMap(\.resolution))
    lastTicket = tickets.map(\.day).max()!
  }
}

/// Waiting times and their percentiles by nearest rank: each percentile is one of the times.
public struct WaitingTimes: Equatable, Sendable {
  /// The number of times.
  public let count: Int
  /// The time that half of all times do not exceed, µs; nil without any.
  public let p50Micros: Int64?
  /// The time that nine out of ten do not exceed, µs.
  public let p90Micros: Int64?
  /// The time that ninety-nine out of a hundred do not exceed, µs.
  public let p99Micros: Int64?

  /// Ranks times in µs.
  init(_ micros: [Int64]) {
    count = micros.count
    let percentiles = NearestRank.percentiles([50, 90, 99], of: micros)
    p50Micros = percentiles?[0]
    p90Micros = percentiles?[1]
    p99Micros = percentiles?[2]
  }
}
