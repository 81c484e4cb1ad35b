/// A boost with one pair of odds.
public struct BoostRow: Equatable, Sendable {
  /// The boost's id.
  public var bannerID: String
  /// The headline.
  public var title: String?
  /// The event's id.
  public var eventID: String
  /// The event's home side, if a price names it.
  public var home: String?
  /// The event's away side.
  public var away: String?
  /// The event's start, µs since 1970 UTC.
  public var eventTime: Int64?
  /// The boosted market, if known.
  public var market: String?
  /// The boosted outcome.
  public var outcome: String?
  /// The original decimal odds, 10⁻⁶.
  public var originalMicros: Int64?
  /// The boosted decimal odds, 10⁻⁶.
  public var boostedMicros: Int64?
  /// The outcome's fair probability, 10⁻⁹.
  public var fairNanos: Int64?
  /// The start of the offer at these odds, µs since 1970 UTC.
  public var openFrom: Int64
  /// The end of the offer; nil if unknown.
  public var openTo: Int64?
  /// Whether the service had published it.
  public var isPublished: Bool
  /// The reason why there is no outcome or fair price; nil if there is one.
  public var gap: BoostGap?
  /// The state of a bet at the boosted odds; nil if the outcome is unknown.
  public var state: BetState?
}

/// The reason why a boost has no fair price.
public enum BoostGap: String, CaseIterable, Sendable {
  /// The service gave no odds.
  case noOdds = "no_odds"
  /// No price of the event was known at that time.
  case noMarket = "no_market"
  /// No outcome has the original price and the headline's name.
  case noOutcome = "no_outcome"
  /// Several outcomes match.
  case ambiguousOutcome = "ambiguous_outcome"
  /// Not all outcomes of the market are known.
  case partOfMarket = "part_of_market"
}
