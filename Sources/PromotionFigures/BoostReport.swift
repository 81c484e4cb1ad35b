/// A boost as it stood for a while.
public struct BoostRow: Equatable, Sendable {
  /// The boost's id.
  public var bannerID: String
  /// The headline.
  public var title: String?
  /// The event's id.
  public var eventID: String
  /// The event's two sides, as far as a price tells them.
  public var home: String?
  /// The side that plays away.
  public var away: String?
  /// When the event begins, µs since 1970 UTC.
  public var eventTime: Int64?
  /// The market and outcome that are boosted, where that is told.
  public var market: String?
  /// The outcome.
  public var outcome: String?
  /// Decimal odds before, 10⁻⁶.
  public var originalMicros: Int64?
  /// Decimal odds offered, 10⁻⁶.
  public var boostedMicros: Int64?
  /// The outcome's fair probability, 10⁻⁹.
  public var fairNanos: Int64?
  /// From when on it was offered at these odds, µs since 1970 UTC.
  public var openFrom: Int64
  /// Until when; nil where nothing tells.
  public var openTo: Int64?
  /// Whether the service had it published.
  public var isPublished: Bool
  /// Why there is no outcome or fair price; nil where there is one.
  public var gap: BoostGap?
  /// What became of a bet at the odds offered; nil where the outcome is not known.
  public var state: BetState?
}

/// Why a boost has no fair price.
public enum BoostGap: String, CaseIterable, Sendable {
  /// The service told no odds.
  case noOdds = "no_odds"
  /// No price of the event was known by then.
  case noMarket = "no_market"
  /// No outcome has the original price and is named by the headline.
  case noOutcome = "no_outcome"
  /// Several have, and nothing says which is meant.
  case ambiguousOutcome = "ambiguous_outcome"
  /// Not all outcomes of the market are known.
  case partOfMarket = "part_of_market"
}
