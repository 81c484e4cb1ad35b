/// The reason why a bet cannot be settled: a missing fact, or a bet that the rule book lacks.
public struct SettlementGap: Error, Equatable, Sendable {
  /// The kinds of reasons, with the words that files show.
  public enum Kind: String, CaseIterable, Sendable {
    /// No stored race matches the bet.
    case noRace = "no_race"
    /// Several stored races may be the bet's.
    case ambiguousRace = "ambiguous_race"
    /// The race has no such runner.
    case noRunner = "no_runner"
    /// Several of the race's runners may be the bet's.
    case ambiguousRunner = "ambiguous_runner"
    /// The rule book has no such bet, or not at such a price.
    case notOffered = "not_offered"
    /// The race, or the runner, has no known result.
    case resultUnknown = "result_unknown"
    /// Finishers ahead of the runner are missing.
    case resultIncomplete = "result_incomplete"
    /// The starting price is missing.
    case priceUnknown = "price_unknown"
    /// The pool's dividend is missing.
    case dividendUnknown = "dividend_unknown"
    /// The rule book has no place terms for the race.
    case termsUnknown = "terms_unknown"
    /// The number of places that the market or the pool pays is unknown.
    case placesUnknown = "places_unknown"
    /// The terms depend on the number of declared runners, which is unknown.
    case declaredUnknown = "declared_unknown"
    /// The time of a non-runner's withdrawal is unknown.
    case withdrawalUnknown = "withdrawal_unknown"
    /// The time at which the bet was struck is unknown.
    case placedUnknown = "placed_unknown"
    /// The deduction for a withdrawn runner is unknown.
    case deductionUnknown = "deduction_unknown"
    /// The race is a walkover, and the book has no rule for bets on it.
    case walkoverUnknown = "walkover_unknown"
    /// The reduction factor of the runner itself is unknown.
    case factorUnknown = "factor_unknown"
    /// A cell of the bet's row cannot be read, or is missing.
    case unreadable
  }

  /// The kind of reason.
  public let kind: Kind
  /// The missing fact, in words.
  public let detail: String

  /// States a reason.
  ///
  /// - Parameters:
  ///   - kind: The kind of reason.
  ///   - detail: The finding, in words.
  public init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }

  /// The gap of a runner whose race may have ended in any way.
  static let noResult = SettlementGap(.resultUnknown, "the runner has no result")
}

extension SettlementGap: CustomStringConvertible {
  /// The kind and what was found.
  public var description: String { "\(kind.rawValue): \(detail)" }
}
