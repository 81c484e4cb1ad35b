import CKernels

/// The interval of a return on investment whose unit of chance is the race.
public enum ClusteredInterval {
  /// A level stake in the unit of profits.
  static let levelStake = 1e6

  /// Computes the 95 % interval of profit over bets, by the same loop as many rows'
  /// (`report_figures.c`).
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
    return interval(
      profit: clusters.profit, stake: clusters.bets, numerator: numerator(of: clusters),
      unit: levelStake)
  }

  /// Computes an interval from its numerator.
  ///
  /// - Parameters:
  ///   - profit: The total profit.
  ///   - stake: The total stake, positive.
  ///   - numerator: See ``numerator(of:)``.
  ///   - unit: One of the stake in the unit of the profit.
  /// - Returns: Two fractions around `profit / stake`.
  static func interval(profit: Int64, stake: Int64, numerator: Double, unit: Double) -> Interval {
    var (profit, stake, numerator) = (profit, stake, numerator)
    // Safety: one row.
    return Interval {
      rb_return_intervals($0, $1, &profit, &stake, &numerator, unit, Interval.normalQuantile, 1)
    }
  }

  /// The numerator, rounded once.
  ///
  /// - Parameter clusters: Sums over the races bet on.
  /// - Returns: The double nearest to it.
  package static func numerator(of clusters: RaceClusters) -> Double {
    wordNumerator(of: clusters).map { Double($0) }
      ?? shortNumerator(of: clusters).map { Double(nearestTo: $0) }
      ?? Double(nearestTo: wideNumerator(of: clusters))
  }

  // MARK: - Implementation

  /// The numerator where all its terms fit 64 bits, as they do for few bets.
  static func wordNumerator(of clusters: RaceClusters) -> Int64? {
    let (bets, profit, betSquares) = (clusters.bets, clusters.profit, clusters.betSquares)
    let squares = Int64(truncatingIfNeeded: clusters.profitSquares)
    let products = Int64(truncatingIfNeeded: clusters.profitTimesBets)
    var isShort =
      Int128(squares) == clusters.profitSquares && Int128(products) == clusters.profitTimesBets
    func times(_ left: Int64, _ right: Int64) -> Int64 {
      let (product, overflow) = left.multipliedReportingOverflow(by: right)
      isShort = isShort && !overflow
      return product
    }
    let first = times(times(bets, bets), squares)
    let second = times(times(2, profit), times(bets, products))
    let third = times(times(profit, profit), betSquares)
    let (part, below) = first.subtractingReportingOverflow(second)
    let (sum, above) = part.addingReportingOverflow(third)
    guard isShort && !below && !above else { return nil }
    precondition(sum >= 0, "no set of races has these sums: a square would be negative")
    return sum
  }

  /// The numerator where all its terms are sure to fit 126 bits, as they are in most rows.
  static func shortNumerator(of clusters: RaceClusters) -> UInt128? {
    func bits(_ value: Int128) -> Int { Int128.bitWidth - value.magnitude.leadingZeroBitCount }
    let (bets, profit) = (Int128(clusters.bets), Int128(clusters.profit))
    let (betBits, profitBits) = (bits(bets), bits(profit))
    guard 2 * betBits + bits(clusters.profitSquares) < 125,
      betBits + profitBits + bits(clusters.profitTimesBets) < 124,
      2 * profitBits + bits(Int128(clusters.betSquares)) < 125
    else { return nil }
    let sum =
      bets &* bets &* clusters.profitSquares &- 2 &* profit &* bets &* clusters.profitTimesBets
      &+ profit &* profit &* Int128(clusters.betSquares)
    precondition(sum >= 0, "no set of races has these sums: a square would be negative")
    return UInt128(truncatingIfNeeded: sum)
  }

  /// The numerator of any sums.
  static func wideNumerator(of clusters: RaceClusters) -> WideSum {
    wideNumerator(
      total: (clusters.profit, clusters.bets), profitSquares: clusters.profitSquares,
      products: clusters.profitTimesBets, stakeSquares: Int128(clusters.betSquares))
  }

  /// The numerator of any sums, whatever the stakes are counted in.
  static func wideNumerator(
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
    precondition(sum.high >= 0, "no set of races has these sums: a square would be negative")
    return sum
  }
}

extension Double {
  /// The double nearest to a whole number, of two the even one.
  init(nearestTo number: UInt128) {
    guard let wide = UInt64(exactly: number) else {
      // The highest 64 bits, the last of which stands for all bits below, round as the whole does.
      let shift = UInt128.bitWidth - number.leadingZeroBitCount - UInt64.bitWidth
      let high = UInt64(truncatingIfNeeded: number >> UInt128(shift))
      let isInexact = number & (UInt128(1) << UInt128(shift) - 1) != 0
      self = Double(sign: .plus, exponent: shift, significand: Double(high | (isInexact ? 1 : 0)))
      return
    }
    self = Double(wide)
  }
}

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
  /// - Edge cases: nil without a stake; a single bet gives a width of exactly 0; no small-sample
  ///   factor.
  /// - Accuracy: a few ulps, all of them from the last line.
  ///
  /// - Parameter sums: Sums over the bets.
  /// - Returns: Two fractions around `profit / stake`.
  public static func interval(stakes sums: StakeSums) -> Interval? {
    guard sums.stake > 0 else { return nil }
    let numerator = Double(
      nearestTo: wideNumerator(
        total: (sums.profit, sums.stake), profitSquares: sums.profitSquares,
        products: sums.profitTimesStakes, stakeSquares: sums.stakeSquares))
    return interval(
      profit: sums.profit, stake: sums.stake, numerator: numerator, unit: 1)
  }
}
