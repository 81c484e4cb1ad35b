import Columns

/// A question about a store's bets.
public struct BettingQuestion: Sendable {
  /// The groupings, a file each.
  public var groupings: [BetGrouping]
  /// The windows as numbers of days before the as-of day, nil for all days, in the order of the rows.
  public var windows: [Int?]
  /// Bets before this day count; nil for the day after the last bet.
  public var asOf: Day?
  /// Rows with fewer bets are dropped.
  public var minBets = 0

  /// Asks for groupings and windows.
  ///
  /// - Parameters:
  ///   - groupings: The groupings.
  ///   - windows: Numbers of days, at least 1, or nil for all days.
  public init(_ groupings: [BetGrouping], windows: [Int?]) {
    precondition(windows.allSatisfy { $0 ?? 1 >= 1 }, "a window has at least one day")
    self.groupings = groupings
    self.windows = windows
  }
}

/// A store's bets and what they have returned.
public struct BettingReport: Sendable {
  /// Bets before this day count.
  public let asOf: Day
  /// The number of bets that are stored of the days before.
  public let betCount: Int
  /// The groupings that were asked for, in their order.
  public let groups: [BettingGroup]
  /// All bets before the as-of day by game, those of no known game included.
  public let games: BettingGroup
  /// The bets of which nobody knows whether they count, in the order of time.
  public let unsettled: [UnknownBet]
}

/// Rows of one grouping.
public struct BettingGroup: Sendable {
  /// The grouping.
  public let grouping: BetGrouping
  /// The rows: by window, most bets first, then by the keys' bytes.
  public let rows: [BettingRow]
}

/// A bet of which nobody knows whether it counts: no answer told, or the client died before one came.
public struct UnknownBet: Equatable, Sendable {
  /// The key that the client gave it.
  public let key: String
  /// The game.
  public let game: String?
  /// The kind.
  public let kind: String?
  /// The economy; nil of unbacked bets.
  public let economy: String?
  /// The currency; nil of unbacked bets.
  public let currency: String?
  /// The stake, 10⁻⁶.
  public let wagerMicros: Int64?
  /// When it left, µs since 1970 UTC.
  public let since: Int64
}
