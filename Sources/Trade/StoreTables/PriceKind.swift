/// The kinds of price in a sportsbook's promotions.
public enum PriceKind: String, CaseIterable, Sendable {
  /// The market's price of an outcome.
  case base
  /// The price that a boost replaces.
  case original
  /// The price of a boost.
  case boosted
  /// The price of a tipster's suggested bet.
  case pick
}
