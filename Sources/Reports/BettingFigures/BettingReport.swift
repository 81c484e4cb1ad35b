import Columns

/// A request for figures on a store's bets.
public struct BettingQuestion: Sendable {
  /// The groupings, one per file.
  public var groupings: [BetGrouping]
  /// The windows as numbers of days before the as-of day, nil for all days, in row order.
  public var windows: [Int?]
  /// Bets before this day count; nil for the day after the last bet.
  public var asOf: Day?
  /// Rows with fewer bets are dropped.
  public var minBets = 0

  /// Makes a request from groupings and windows.
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

/// A store's bets and their returns.
public struct BettingReport: Sendable {
  /// Bets before this day count.
  public let asOf: Day
  /// The number of stored bets before this day.
  public let betCount: Int
  /// The requested groupings, in order.
  public let groups: [BettingGroup]
  /// All bets before the as-of day by game, including bets without a known game.
  public let games: BettingGroup
  /// The bets with an unknown outcome, in order of time.
  public let unsettled: [UnknownBet]
}

/// The rows of one grouping.
public struct BettingGroup: Sendable {
  /// The grouping.
  public let grouping: BetGrouping
  /// The rows: by window, most bets first, then by the keys' bytes.
  public let rows: [BettingRow]
}

/// A bet with an unknown outcome: no definite answer came, or the client died before one.
public struct UnknownBet: Equatable, Sendable {
  /// The client's key.
  public let key: String
  /// The game.
  public let game: String?
  /// The kind.
  public let kind: String?
  /// The economy; nil for unbacked bets.
  public let economy: String?
  /// The currency; nil for unbacked bets.
  public let currency: String?
  /// The stake, 10⁻⁶.
  public let wagerMicros: Int64?
  /// The time of sending, µs since 1970 UTC.
  public let since: Int64
}
