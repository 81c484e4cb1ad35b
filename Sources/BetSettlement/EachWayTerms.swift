import Racing

/// The place part of an each-way bet: how many places, and at which fraction of the win odds.
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

extension PlaceTerms {
  /// The bookmakers' each-way terms in Great Britain and Ireland.
  ///
  /// A quarter of the odds in races of five to seven starters and in handicaps of twelve or more,
  /// a fifth otherwise.
  ///
  /// - Edge cases: nil where only the win is paid (four starters or fewer), and under the terms
  ///   of pools, which have no fraction.
  ///
  /// - Parameters:
  ///   - starters: Runners that came under starter's orders.
  ///   - isHandicap: Whether the race is a handicap.
  /// - Returns: The terms, if an each-way bet has a place part.
  public func eachWayTerms(starters: Int, isHandicap: Bool) -> EachWayTerms? {
    guard self == .gbIE, starters >= 5 else { return nil }
    let isQuarter = starters <= 7 || (isHandicap && starters >= 12)
    return EachWayTerms(
      places: paidPlaces(starters: starters, isHandicap: isHandicap), divisor: isQuarter ? 4 : 5)
  }
}
