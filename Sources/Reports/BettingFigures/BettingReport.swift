import Columns

/// The keys of a file's rows.
public typealias BetGrouping = Grouping<BetKey>
/// A request for figures on a store's bets.
public typealias BettingQuestion = GroupedQuestion<BetKey>
/// The rows of one grouping.
public typealias BettingGroup = GroupedTable<BetKey, BetFigures>

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
