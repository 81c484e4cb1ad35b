import Columns
import Racing

/// Settles suggested bets by the store's results.
struct BetSettling {
  /// The names of markets that bet on the winner, lowercased.
  private static let winMarkets: Set<String> = [
    "win", "winner", "to win", "win only", "race winner", "match winner", "match result",
    "moneyline", "1x2", "12",
  ]

  let results: StoredResults

  /// Returns the state of a bet of one unit.
  ///
  /// - Parameters:
  ///   - event: The event's id.
  ///   - start: The event's start, µs since 1970 UTC; nil if unknown.
  ///   - market: The market's name.
  ///   - outcome: The outcome's name.
  ///   - odds: Decimal odds, 10⁻⁶.
  /// - Returns: Its state.
  func state(
    event: String, start: Int64?, market: String, outcome: String, odds: Int64
  ) -> BetState {
    guard Self.winMarkets.contains(market.lowercased()) else { return .unsettled(.otherMarket) }
    guard let start else { return .unsettled(.noRace) }
    switch results.find(event: event, start: start, outcome: outcome) {
    case .failure(let gap): return .unsettled(gap)
    case .success((let race, let runner)): return state(race, runner, odds)
    }
  }

  // MARK: - Implementation

  private func state(_ race: ResultRace, _ runner: ResultRunner, _ odds: Int64) -> BetState {
    switch runner.outcome {
    case .unresolved: return .unsettled(.noResult)
    case .nonRunner, .void: return .void(raceID: race.id)
    default: break
    }
    guard let isWalkover = race.isWalkover else { return .unsettled(.noResult) }
    if isWalkover { return .void(raceID: race.id) }
    let isWon = runner.isFirst
    let tied = max(1, race.firstCount)
    let expected = race.expectedNanos(of: runner)
    return .settled(
      SettledBet(
        raceID: race.id, isWon: isWon,
        returnedMicros: Settlement.winReturnedMicros(
          oddsMicros: odds, isFirst: isWon, tiedForFirst: tied),
        winShareNanos: expected.map { _ in
          Settlement.winShareNanos(isFirst: isWon, tiedForFirst: tied)
        }, expectedNanos: expected))
  }
}
