/// The kinds of price that a sportsbook's promotions tell.
public enum PriceKind: String, CaseIterable, Sendable {
  /// The market's price of an outcome.
  case base
  /// The price that a boost takes the place of.
  case original
  /// The price that a boost offers.
  case boosted
  /// The price at which a tipster suggests a bet.
  case pick
}
