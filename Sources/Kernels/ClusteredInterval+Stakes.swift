extension ClusteredInterval {
  /// Computes the 95 % interval of profit over stakes, the bet being the unit of chance.
  ///
  /// With a total stake of N and a profit of P, z = 1.959963984540054, in this order of operations:
  /// ```
  /// numerator = N²·ΣP² − 2·P·N·ΣP·s + P²·Σs²        exact, 256 bits
  /// P / N ± z·√(numerator / (N·N)) / N
  /// ```
  ///
  /// - Units: fractions of the stakes.
  /// - Edge cases: nil without a stake; a single bet gives a width of exactly 0; no small-sample factor.
  /// - Accuracy: a few ulps, all of them from the last line.
  ///
  /// - Parameter sums: Sums over the bets.
  /// - Returns: Two fractions around `profit / stake`.
  public static func interval(stakes sums: StakeSums) -> Interval? {
    guard sums.stake > 0 else { return nil }
    let n = Double(sums.stake)
    let roi = Double(sums.profit) / n
    let numerator = Double(
      nearestTo: wideNumerator(
        total: (sums.profit, sums.stake), profitSquares: sums.profitSquares,
        products: sums.profitTimesStakes, stakeSquares: sums.stakeSquares))
    let halfWidth = Interval.normalQuantile * (numerator / (n * n)).squareRoot() / n
    return Interval(low: roi - halfWidth, high: roi + halfWidth)
  }
}
