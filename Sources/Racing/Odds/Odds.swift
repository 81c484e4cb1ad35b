/// Decimal odds with the stake included, greater than 1 and at most 1,000,000.
@frozen
public struct Odds: Hashable, Comparable, Sendable {
  /// The longest odds accepted, in millionths.
  public static let maximumMicros: Int64 = 1_000_000_000_000

  /// The odds in millionths.
  public let micros: Int64

  /// Creates odds from millionths, or nil when they are not above 1 or above the maximum.
  ///
  /// - Parameter micros: Decimal odds, stake included, in millionths.
  @inlinable
  public init?(micros: Int64) {
    guard micros > Decimal6.one, micros <= Odds.maximumMicros else { return nil }
    self.micros = micros
  }

  /// The winnings of one unit, without the stake, in millionths.
  @inlinable
  public var winningsMicros: Int64 { micros - Decimal6.one }

  /// The inverse of the odds, for display only; it contains the market's margin.
  public var impliedProbability: Double { Double(Decimal6.one) / Double(micros) }

  /// Orders odds by value, the favourite first.
  ///
  /// - Parameters:
  ///   - left: Odds.
  ///   - right: Odds.
  /// - Returns: Whether the first are shorter.
  @inlinable
  public static func < (left: Odds, right: Odds) -> Bool { left.micros < right.micros }
}

extension Odds: CustomStringConvertible {
  /// The decimal odds in their shortest form.
  public var description: String { Decimal6(micros: micros).description }
}
