/// The reason why a suggested bet is not settled.
public enum BetGap: String, Error, CaseIterable, Sendable {
  /// The service published it only after the event had begun.
  case late
  /// It is not a bet on the winner.
  case otherMarket = "other_market"
  /// No race in the store matches the event.
  case noRace = "no_race"
  /// Several races match the event.
  case ambiguousRace = "ambiguous_race"
  /// The race has no runner of that name.
  case noRunner = "no_runner"
  /// The race has several runners of that name.
  case ambiguousRunner = "ambiguous_runner"
  /// The race has no result yet.
  case noResult = "no_result"
}

/// The result of a suggested bet, or the reason why it has none.
public enum BetState: Equatable, Sendable {
  /// Settled, like any other run.
  case settled(SettledBet)
  /// The runner did not start, or the race was void or a walkover: the stake was returned.
  case void(raceID: String)
  /// Not settled.
  case unsettled(BetGap)

  /// The word in reports.
  public var word: String {
    switch self {
    case .settled(let bet): bet.isWon ? "won" : "lost"
    case .void: "void"
    case .unsettled(let gap): gap.rawValue
    }
  }

  /// The race; nil if unknown.
  public var raceID: String? {
    switch self {
    case .settled(let bet): bet.raceID
    case .void(let raceID): raceID
    case .unsettled: nil
    }
  }

  /// The settled bet.
  public var bet: SettledBet? { if case .settled(let bet) = self { bet } else { nil } }
}

/// A bet of one unit on a starter.
public struct SettledBet: Equatable, Sendable {
  /// The race's key.
  public var raceID: String
  /// Whether the starter was first, alone or in a dead heat.
  public var isWon: Bool
  /// Units returned, 10⁻⁶: a dead heat's share of the odds.
  public var returnedMicros: Int64
  /// The share of the win, 10⁻⁹; nil without a starting price.
  public var winShareNanos: Int64?
  /// The probability by the starting prices, 10⁻⁹; nil without one.
  public var expectedNanos: Int64?
}
