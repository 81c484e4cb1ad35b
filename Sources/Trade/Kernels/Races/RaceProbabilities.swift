import CKernels
import Columns

/// Turns one price per runner into probabilities that share out each race.
///
/// In integers, so that every engine gets the same digits:
/// ```
/// q = halfEven(10¹⁸ / odds)      p = halfEven(10⁹ · q / Σ_race q)
/// ```
/// The fast path (`race_probabilities.c`) estimates both quotients in `Double` and then settles
/// each by its exact integer remainder; races outside the range where that is proven take the plain
/// path.
///
/// - Shape: one value per row; race `r` owns rows `raceStarts[r]..<raceStarts[r + 1]`.
/// - Units: decimal odds in 10⁻⁶, 0 for no price; probabilities in 10⁻⁹.
/// - Edge cases: a runner without a price gets 0 and takes no part in its race's sum; rows that
///   belong to no race are left alone.
/// - Source: basic normalisation, Štrumbelj (2014), "On Determining Probability Forecasts from
///   Betting Odds".
public enum RaceProbabilities {
  /// Fills in the probability of every runner of the races given.
  ///
  /// - Parameters:
  ///   - probabilities: Receives one probability per row, in 10⁻⁹.
  ///   - odds: One price per row in 10⁻⁶, not negative; 0 means no price.
  ///   - raceStarts: The first row of every race, and the end of the last one.
  public static func fill(
    _ probabilities: inout MutableSpan<Int64>, odds: Span<Int64>, raceStarts: Span<Int32>
  ) {
    precondition(probabilities.count == odds.count, "one probability per price")
    checkRaceStarts(raceStarts, rowCount: odds.count)
    guard raceStarts.count > 1, odds.count > 0 else { return }
    // Safety: the pointers stay inside their closures, and checkRaceStarts bounds every row.
    probabilities.withUnsafeMutableBufferPointer { probabilities in
      odds.withUnsafeBufferPointer { odds in
        raceStarts.withUnsafeBufferPointer { starts in
          fill(probabilities, odds, starts)
        }
      }
    }
  }

  /// Inverts odds: the weight of a price, from which probabilities follow.
  ///
  /// - Units: 10⁻¹² of the implied probability.
  ///
  /// - Parameter odds: Decimal odds in 10⁻⁶, not negative; 0 for no price.
  /// - Returns: `10¹⁸ / odds`, rounded half to even; 0 for no price.
  public static func inverse(_ odds: Int64) -> Int128 {
    precondition(odds >= 0, "odds must not be negative")
    return odds == 0 ? 0 : Rounding.halfEven(1_000_000_000_000_000_000, dividedBy: Int128(odds))
  }

  /// Divides a weight by the sum of its race's, or its market's, weights.
  ///
  /// - Edge cases: prices above 2·10¹⁸ units can leave a race whose inverses are all 0; then no
  ///   runner has a share.
  ///
  /// - Parameters:
  ///   - inverse: The weight of one price.
  ///   - sum: The weights of all.
  /// - Returns: The probability in 10⁻⁹, rounded half to even.
  public static func share(of inverse: Int128, in sum: Int128) -> Int64 {
    sum == 0 ? 0 : Int64(Rounding.halfEven(1_000_000_000 * inverse, dividedBy: sum))
  }

  // MARK: - Implementation

  private static func fill(
    _ probabilities: UnsafeMutableBufferPointer<Int64>, _ odds: UnsafeBufferPointer<Int64>,
    _ starts: UnsafeBufferPointer<Int32>
  ) {
    let raceCount = starts.count - 1
    var race = 0
    while true {
      race += Int(
        rb_race_probabilities(
          probabilities.baseAddress, odds.baseAddress, starts.baseAddress! + race,
          Int64(raceCount - race)))
      guard race < raceCount else { return }
      // A price beyond those for which the estimates are proven.
      let rows = Int(starts[race])..<Int(starts[race + 1])
      referenceFillRace(
        UnsafeMutableBufferPointer(rebasing: probabilities[rows]),
        odds: UnsafeBufferPointer(rebasing: odds[rows]))
      race += 1
    }
  }
}
