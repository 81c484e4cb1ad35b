/// The reason for which a bet cannot be settled: a missing fact, or a bet that the rule book lacks.
public struct SettlementGap: Error, Equatable, Sendable {
  /// The kinds of reasons, by the words that files show.
  public enum Kind: String, CaseIterable, Sendable {
    /// No stored race is the bet's.
    case noRace = "no_race"
    /// Several stored races may be.
    case ambiguousRace = "ambiguous_race"
    /// The race has no such runner.
    case noRunner = "no_runner"
    /// Several of its runners may be it.
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
    /// Nobody told how many places the market or the pool pays.
    case placesUnknown = "places_unknown"
    /// The terms go by declared runners, and nobody told how many there were.
    case declaredUnknown = "declared_unknown"
    /// Nobody told when a non-runner was withdrawn.
    case withdrawalUnknown = "withdrawal_unknown"
    /// Nobody told when the bet was struck.
    case placedUnknown = "placed_unknown"
    /// Nobody told what is deducted for a withdrawn runner.
    case deductionUnknown = "deduction_unknown"
    /// The race is a walkover, and no rule of the book says what becomes of bets on it.
    case walkoverUnknown = "walkover_unknown"
    /// Nobody told the reduction factor of the runner itself.
    case factorUnknown = "factor_unknown"
  }

  /// The kind of reason.
  public let kind: Kind
  /// The missing fact, in words.
  public let detail: String

  /// States a reason.
  ///
  /// - Parameters:
  ///   - kind: The kind of reason.
  ///   - detail: What was found, in words.
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
