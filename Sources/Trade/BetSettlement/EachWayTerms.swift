import Racing

/// The place part of an each-way bet: its number of places and its fraction of the win odds.
@frozen
public struct EachWayTerms: Hashable, Sendable {
  /// The count of paid positions.
  public let places: Int

  /// The fraction's denominator: 4 for one quarter of the odds, 5 for one fifth.
  public let divisor: Int64

  /// Creates terms.
  ///
  /// - Parameters:
  ///   - places: At least one.
  ///   - divisor: At least one.
  @inlinable
  public init(places: Int, divisor: Int64) {
    precondition(places >= 1 && divisor >= 1, "places and divisor must be positive")
    self.places = places
    self.divisor = divisor
  }
}

extension PlaceTable {
  /// The bookmakers' each-way terms in a country.
  ///
  /// - Edge cases: nil if only the win is paid, as in Great Britain with four starters or fewer,
  ///   and if a country's places have odds of their own.
  ///
  /// - Parameters:
  ///   - country: An ISO 3166 two-letter code in capitals.
  ///   - starters: Runners that came under starter's orders.
  ///   - isHandicap: Whether the race is a handicap.
  /// - Returns: The terms, if an each-way bet has a place part.
  public func eachWayTerms(country: String, starters: Int, isHandicap: Bool) -> EachWayTerms? {
    let rule = rule(country: country, .eachWay, isHandicap: isHandicap, runners: starters)
    guard let rule, !rule.isWinOnly, let divisor = rule.divisor else { return nil }
    return EachWayTerms(places: rule.places, divisor: divisor)
  }
}
