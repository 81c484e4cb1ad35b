import Columns

/// The keys of a file's rows.
public typealias SupportGrouping = Grouping<SupportKey>
/// A question about a store's tickets.
public typealias SupportQuestion = GroupedQuestion<SupportKey>
/// The rows of one grouping.
public typealias SupportGroup = GroupedTable<SupportKey, TicketFigures>

/// A store's tickets and their waiting times.
public struct SupportReport: Sendable {
  /// Tickets and messages before this day count.
  public let asOf: Day
  /// The requested windows, in order.
  public let windows: [DayWindow]
  /// The requested groupings, in order.
  public let groups: [SupportGroup]
  /// All tickets before the as-of day by state.
  public let states: SupportGroup
  /// All tickets before the as-of day together.
  public let total: TicketFigures
  /// The tickets that wait for an answer, longest wait first.
  public let unanswered: [UnansweredTicket]
}

/// A ticket whose customer waits for an answer.
public struct UnansweredTicket: Equatable, Sendable {
  /// The ticket's id, as a salted hash.
  public let id: String
  /// Its state.
  public let state: String?
  /// The channel that the customer used.
  public let channel: String?
  /// The time of the customer's last message, µs since 1970 UTC.
  public let since: Int64
}
