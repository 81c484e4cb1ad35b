/// Turns one price per runner into probabilities that share out each race.
///
/// In integers, so that every engine gets the same digits:
/// ```
/// q = halfEven(10¹⁸ / odds)      p = halfEven(10⁹ · q / Σ_race q)
/// ```
/// The fast path estimates both quotients in `Double` and then settles each by its exact integer
/// remainder; races outside the range where that is proven take the plain path.
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
        for race in 0..<(raceStarts.count - 1) {
          let rows = Int(raceStarts[race])..<Int(raceStarts[race + 1])
          let target = UnsafeMutableBufferPointer(rebasing: probabilities[rows])
          fillRace(target, odds: UnsafeBufferPointer(rebasing: odds[rows]))
        }
      }
    }
  }

  // MARK: - Implementation

  /// Odds for which an estimate in `Double` is off by less than one unit: 1.0 to 1,000,000.
  private static let provenOdds = Int64(1_000_000)...Int64(1_000_000_000_000)
  /// Runners for which Σ q, at most 10¹² each, stays below 2⁵³.
  private static let provenRunners = 4_096

  @inline(__always)
  private static func fillRace(
    _ probabilities: UnsafeMutableBufferPointer<Int64>, odds: UnsafeBufferPointer<Int64>
  ) {
    guard odds.count <= provenRunners, let sum = fillInverses(probabilities, odds: odds) else {
      return referenceFillRace(probabilities, odds: odds)
    }
    guard sum > 0 else { return }
    let scale = 1e9 / Double(sum)
    for row in 0..<probabilities.count {
      let inverse = probabilities[row]
      // The product wraps; so does the one it is compared with, and their difference is exact.
      probabilities[row] = settled(
        estimate: Double(inverse) * scale, numerator: inverse &* 1_000_000_000, divisor: sum)
    }
  }

  /// Writes q for every runner and returns their sum, or nil if a price is out of range.
  @inline(__always)
  private static func fillInverses(
    _ inverses: UnsafeMutableBufferPointer<Int64>, odds: UnsafeBufferPointer<Int64>
  ) -> Int64? {
    let width = UInt64(provenOdds.upperBound - provenOdds.lowerBound)
    var sum: Int64 = 0
    var allProven = true
    for row in 0..<odds.count {
      let price = odds[row]
      let isProven = UInt64(bitPattern: price &- provenOdds.lowerBound) <= width
      allProven = allProven && (isProven || price == 0)
      let inverse = settled(
        estimate: 1e18 / Double(price), numerator: 1_000_000_000_000_000_000, divisor: price)
      let counted = price == 0 ? 0 : inverse
      inverses[row] = counted
      sum &+= counted
    }
    return allProven ? sum : nil
  }

  /// Rounds an estimate that is less than half a unit off, then moves it to the exact result.
  ///
  /// Adding 1.5·2⁵² rounds a value below 2⁵¹ to an integer in the low bits, without the library
  /// call that `rounded()` is on a baseline x86-64.
  @inline(__always)
  private static func settled(estimate: Double, numerator: Int64, divisor: Int64) -> Int64 {
    let shift = 0x1.8p52
    let near = Int64(bitPattern: (estimate + shift).bitPattern &- shift.bitPattern)
    let twice = (numerator &- near &* divisor) &* 2
    let odd = near & 1
    let isLow: Int64 = twice &+ odd > divisor ? 1 : 0
    let isHigh: Int64 = odd &- twice > divisor ? 1 : 0
    return near &+ isLow &- isHigh
  }
}
