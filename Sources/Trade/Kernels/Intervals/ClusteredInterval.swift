/// The interval of a return on stakes that differ, with the bet as the unit of chance.
public enum ClusteredInterval {
  /// Computes the 95 % interval of profit over stakes.
  ///
  /// With a total stake of N and a profit of P, z = 1.959963984540054, in this order of operations:
  /// ```
  /// numerator = N²·ΣP² − 2·P·N·ΣP·s + P²·Σs²        exact, 256 bits
  /// P / N ± z·√(numerator / (N·N)) / N
  /// ```
  /// The numerator is a small difference of large terms; in `Double` it could lose every digit.
  ///
  /// - Units: fractions of the stakes.
  /// - Edge cases: nil without a stake; a single bet gives a width of exactly 0; no small-sample
  ///   factor.
  /// - Accuracy: a few ulps, all of them from the last line.
  ///
  /// - Parameter sums: Sums over the bets.
  /// - Returns: Two fractions around `profit / stake`.
  public static func interval(stakes sums: StakeSums) -> Interval? {
    guard sums.stake > 0 else { return nil }
    let stake = Double(sums.stake)
    let numerator = numerator(
      total: (sums.profit, sums.stake), profitSquares: sums.profitSquares,
      products: sums.profitTimesStakes, stakeSquares: sums.stakeSquares)
    let squares = Double(nearestTo: numerator) / (stake * stake)
    let halfWidth = Interval.normalQuantile * squares.squareRoot() / stake
    let roi = Double(sums.profit) / stake
    return Interval(low: roi - halfWidth, high: roi + halfWidth)
  }

  /// The exact numerator.
  static func numerator(
    total: (profit: Int64, stake: Int64), profitSquares: Int128, products: Int128,
    stakeSquares: Int128
  ) -> WideSum {
    let stake = Int128(total.stake)
    let profit = Int128(total.profit)
    var sum = WideSum()
    sum.add(profitSquares, times: stake * stake)
    // Twice, as 2·P·N itself may reach 2¹²⁷; negated in the factor that has room for it.
    sum.add(products, times: -profit * stake)
    sum.add(products, times: -profit * stake)
    sum.add(stakeSquares, times: profit * profit)
    precondition(sum.high >= 0, "no set of bets has these sums: a square would be negative")
    return sum
  }
}
