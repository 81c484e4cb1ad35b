import Columns

/// Exact win probabilities of a race, its margin removed in proportion.
///
/// The baseline of expected wins, in integers so that sums are the same in every order:
/// ```
/// weight = round(10¹⁸ / odds)        probability = round(10⁹ · weight / Σ weight)
/// ```
/// with odds in millionths and rounding half to even.
public enum FairProbability {
  /// One, in the unit of probabilities.
  public static let one: Int64 = 1_000_000_000

  /// The inverse of odds as an integer weight.
  ///
  /// - Units: `10^-12` of the implied probability.
  ///
  /// - Parameter oddsMicros: Decimal odds above 1, in millionths.
  /// - Returns: Less than 10¹², so a race's sum stays far inside 64 bits.
  @inlinable
  public static func weight(oddsMicros: Int64) -> Int64 {
    Rounding.halfEven(1_000_000_000_000_000_000, dividedBy: oddsMicros)
  }

  /// A runner's probability from its weight and the sum over the race's priced starters.
  ///
  /// - Parameters:
  ///   - weight: The runner's weight.
  ///   - total: The race's sum of weights, positive.
  /// - Returns: The probability in units of 10⁻⁹.
  @inlinable
  public static func nanos(weight: Int64, total: Int64) -> Int64 {
    Rounding.halfEven(weight, times: one, dividedBy: total)
  }
}
