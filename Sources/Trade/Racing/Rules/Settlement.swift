import Columns

/// The returns of level-stakes bets of one unit, stake included, in millionths.
///
/// Profit is the return less the stake.
public enum Settlement {
  /// The stake of a level-stakes bet, in millionths.
  public static let unitStakeMicros: Int64 = 1_000_000

  /// Returns the payout of one unit on a runner that finished.
  ///
  /// - Parameters:
  ///   - oddsMicros: Decimal odds of the bet, in millionths.
  ///   - ahead: Finishers clear ahead of the runner.
  ///   - tied: Runners that share its position, itself included.
  ///   - paid: Positions that are paid: 1 for a win bet.
  /// - Returns: The share of the odds, rounded half to even; 0 for a loser.
  @inlinable
  public static func returnedMicros(
    oddsMicros: Int64, ahead: Int, tied: Int, paid: Int
  ) -> Int64 {
    DeadHeatShare(ahead: ahead, tied: tied, paid: paid).applied(to: oddsMicros)
  }

  /// Returns the payout of one unit to win at the starting price, of the bookmakers or the
  /// exchange.
  ///
  /// - Parameters:
  ///   - oddsMicros: Decimal odds, in millionths.
  ///   - isFirst: Whether the runner finished first, alone or tied.
  ///   - tiedForFirst: The starters placed first, used when the runner is one of them.
  /// - Returns: The share of the odds, rounded half to even; 0 for a loser.
  @inlinable
  public static func winReturnedMicros(
    oddsMicros: Int64, isFirst: Bool, tiedForFirst: Int
  ) -> Int64 {
    isFirst ? returnedMicros(oddsMicros: oddsMicros, ahead: 0, tied: tiedForFirst, paid: 1) : 0
  }

  /// Returns the payout of a lay with a liability of one unit.
  ///
  /// With odds of o and t tied for first, the backer's stake is 1 / (o − 1) and
  /// ```
  /// beaten: 1 + 1 / (o − 1)      first: o · (t − 1) / (t · (o − 1))
  /// ```
  ///
  /// - Edge cases: at odds of 1 there is nothing to win, and no bet.
  ///
  /// - Parameters:
  ///   - oddsMicros: Decimal odds above 1, in millionths.
  ///   - isFirst: Whether the runner finished first, alone or tied.
  ///   - tiedForFirst: The starters placed first, used when the runner is one of them.
  /// - Returns: Liability and winnings, rounded half to even; 0 for a winner alone.
  @inlinable
  public static func layReturnedMicros(
    oddsMicros: Int64, isFirst: Bool, tiedForFirst: Int
  ) -> Int64 {
    layReturnedMicros(
      oddsMicros: oddsMicros,
      share: isFirst ? DeadHeatShare(ahead: 0, tied: tiedForFirst, paid: 1) : .none)
  }

  /// Returns the payout of a lay with a liability of one unit.
  ///
  /// With odds of o and the paid share s it is `o · (1 − s) / (o − 1)`.
  ///
  /// - Edge cases: at odds of 1 there is nothing to win, and no bet.
  ///
  /// - Parameters:
  ///   - oddsMicros: Decimal odds above 1 of the market, in millionths.
  ///   - share: The share of the backer's stake that is paid.
  /// - Returns: Liability and winnings, rounded half to even.
  @inlinable
  public static func layReturnedMicros(oddsMicros: Int64, share: DeadHeatShare) -> Int64 {
    let gain = oddsMicros - unitStakeMicros
    precondition(gain > 0, "a lay needs odds above 1")
    return Rounding.halfEven(
      oddsMicros, times: unitStakeMicros * (share.denominator - share.numerator),
      dividedBy: share.denominator * gain)
  }

  /// Returns the payout of the place part of an each-way bet, one unit of it.
  ///
  /// ```
  /// share · (1 + (odds − 1) / divisor)
  /// ```
  ///
  /// - Parameters:
  ///   - oddsMicros: Decimal odds to win, in millionths.
  ///   - divisor: The denominator of the fraction of the odds, such as 5.
  ///   - share: The paid share of the stake.
  /// - Returns: The payout in millionths, rounded once, half to even.
  @inlinable
  public static func placeReturnedMicros(
    oddsMicros: Int64, divisor: Int64, share: DeadHeatShare
  ) -> Int64 {
    let returned = (divisor - 1) * unitStakeMicros + oddsMicros
    return Rounding.halfEven(
      returned, times: share.numerator, dividedBy: divisor * share.denominator)
  }

  /// The win share of a starter, as A/E counts winners.
  ///
  /// - Parameters:
  ///   - isFirst: Whether the runner finished first, alone or tied.
  ///   - tiedForFirst: The starters placed first, used when the runner is one of them.
  /// - Returns: 10⁹ for a winner, its part of that in a dead heat, 0 for a loser.
  @inlinable
  public static func winShareNanos(isFirst: Bool, tiedForFirst: Int) -> Int64 {
    isFirst ? DeadHeatShare(ahead: 0, tied: tiedForFirst, paid: 1).nanos : 0
  }

  /// The stakes of level-stakes bets.
  ///
  /// - Parameter bets: The number of bets.
  /// - Returns: Their turnover in millionths.
  @inlinable
  public static func turnoverMicros(bets: Int64) -> Int64 { bets * unitStakeMicros }
}
