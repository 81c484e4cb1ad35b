import Columns

/// What a settled bet returns, stake included, in millionths.
///
/// The unit functions are for level stakes of one; profit is what is returned less the stake.
public enum Settlement {
  /// The stake of a level-stakes bet, in millionths.
  public static let unitStakeMicros: Int64 = 1_000_000

  /// What one unit returns on a runner that finished.
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

  /// What one unit returns to win at the starting price, of the bookmakers or the exchange.
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

  /// What one unit on the tote returns to win, or nil when there is no such bet.
  ///
  /// The dividend is already divided in a dead heat, so no share is applied. It is returned
  /// whatever the position, because the pool may be paid before an amended result. A runner
  /// placed first without a dividend, in a race that has one, has no price: nothing says what it
  /// would have returned.
  ///
  /// - Parameters:
  ///   - dividendMicros: The win dividend declared for the runner per unit staked, if any.
  ///   - isFirst: Whether the source places the runner first.
  ///   - raceHasDividend: Whether any win dividend of the race is declared.
  /// - Returns: The return in millionths, 0 for a loser, nil without a bet.
  @inlinable
  public static func toteReturnedMicros(
    dividendMicros: Int64?, isFirst: Bool, raceHasDividend: Bool
  ) -> Int64? {
    if let dividendMicros { return dividendMicros }
    return raceHasDividend && !isFirst ? 0 : nil
  }
}

extension Settlement {
  /// What a back bet of any stake returns, rounded once.
  ///
  /// - Parameters:
  ///   - stakeMicros: The stake, in millionths.
  ///   - oddsMicros: Decimal odds, in millionths.
  ///   - share: The paid share of the stake.
  /// - Returns: The return in millionths, stake included.
  @inlinable
  public static func returnedMicros(
    stakeMicros: Int64, oddsMicros: Int64, share: DeadHeatShare
  ) -> Int64 {
    let paid = Int128(stakeMicros) * Int128(oddsMicros) * Int128(share.numerator)
    return Int64(
      Rounding.halfEven(paid, dividedBy: Int128(Decimal6.one) * Int128(share.denominator)))
  }

  /// What the backer of any stake wins or loses; the layer's result is the opposite.
  ///
  /// - Parameters:
  ///   - stakeMicros: The backer's stake, in millionths.
  ///   - oddsMicros: Decimal odds, in millionths.
  ///   - share: The paid share of the stake.
  /// - Returns: The backer's profit in millionths.
  @inlinable
  public static func profitMicros(
    stakeMicros: Int64, oddsMicros: Int64, share: DeadHeatShare
  ) -> Int64 {
    returnedMicros(stakeMicros: stakeMicros, oddsMicros: oddsMicros, share: share) - stakeMicros
  }
}
