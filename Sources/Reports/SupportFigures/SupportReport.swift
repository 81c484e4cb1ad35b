import Columns

/// A question about a store's tickets.
public struct SupportQuestion: Sendable {
  /// The groupings, one per file.
  public var groupings: [SupportGrouping]
  /// The windows in the order of the rows: numbers of days before the as-of day, nil for all days.
  public var windows: [Int?]
  /// Tickets and messages before this day count; nil for the day after the last ticket or message.
  public var asOf: Day?

  /// Makes a question from groupings and windows.
  ///
  /// - Parameters:
  ///   - groupings: The groupings.
  ///   - windows: Numbers of days, at least 1, or nil for all days.
  public init(_ groupings: [SupportGrouping], windows: [Int?]) {
    precondition(windows.allSatisfy { $0 ?? 1 >= 1 }, "a window has at least one day")
    self.groupings = groupings
    self.windows = windows
  }

  /// The longest of the windows; nil for all days.
  public var longestWindow: Int? {
    windows.contains(nil) ? nil : windows.compactMap { $0 }.max()
  }
}

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
  /// All tickets before the as-of day in one row.
  public let total: SupportRow
  /// The tickets that wait for an answer, longest wait first.
  public let unanswered: [UnansweredTicket]
}

/// Rows of one grouping.
public struct SupportGroup: Sendable {
  /// The grouping.
  public let grouping: SupportGrouping
  /// The rows: by window, most tickets first, then by the keys' bytes.
  public let rows: [SupportRow]
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
