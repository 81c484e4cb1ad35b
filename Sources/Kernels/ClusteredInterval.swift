/// The interval of a return on investment whose unit of chance is the race.
public enum ClusteredInterval {
  /// Computes the 95 % interval of profit over bets.
  ///
  /// With N bets, a profit of P in 10⁻⁶, z = 1.959963984540054, in this order of operations:
  /// ```
  /// numerator = N²·ΣP² − 2·P·N·ΣP·b + P²·Σb²        exact, 256 bits
  /// ΣS² = numerator / (N·N) / 10¹²
  /// P / (10⁶·N) ± z·√ΣS² / N
  /// ```
  /// The numerator is a small difference of large terms; in `Double` it could lose every digit.
  ///
  /// - Units: fractions of the stake.
  /// - Edge cases: nil without bets; a single race gives a width of exactly 0; no small-sample
  ///   factor.
  /// - Accuracy: a few ulps, all of them from the last two lines.
  ///
  /// - Parameter clusters: Sums over the races bet on.
  /// - Returns: Two fractions around `profit / bets`.
  public static func interval(of clusters: RaceClusters) -> Interval? {
    precondition(clusters.bets >= 0, "a number of bets must not be negative")
    guard clusters.bets > 0 else { return nil }
    let n = Double(clusters.bets)
    let sumOfSquares = Double(numerator(of: clusters)) / (n * n) / 1e12
    let halfWidth = Interval.normalQuantile * sumOfSquares.squareRoot() / n
    let roi = Double(clusters.profit) / (1e6 * n)
    return Interval(low: roi - halfWidth, high: roi + halfWidth)
  }

  // MARK: - Implementation

  private static func numerator(of clusters: RaceClusters) -> WideSum {
    let bets = Int128(clusters.bets)
    let profit = Int128(clusters.profit)
    var sum = WideSum()
    sum.add(clusters.profitSquares, times: bets * bets)
    // Twice, as 2·P·N itself may reach 2¹²⁷; negated in the factor that has room for it.
    sum.add(clusters.profitTimesBets, times: -profit * bets)
    sum.add(clusters.profitTimesBets, times: -profit * bets)
    sum.add(Int128(clusters.betSquares), times: profit * profit)
    precondition(sum.high >= 0, "no set of races has these sums: a square would be negative")
    return sum
  }
}
