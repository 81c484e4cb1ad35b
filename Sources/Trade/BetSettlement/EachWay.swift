import Racing

/// An each-way bet: one stake to win and an equal one to be placed.
///
/// The place part is settled at a fraction of the win odds' winnings:
/// ```
/// place odds = 1 + (odds − 1) / divisor
/// ```
/// On the exchange the place market has a starting price of its own; it is not derived this way.
@frozen
public struct EachWay: Hashable, Sendable {
  /// The stake of each part, in millionths; the bet costs twice this.
  public let stakeMicros: Int64

  /// The win odds.
  public let odds: PrintedOdds

  /// The denominator of the place fraction.
  public let divisor: Int64

  /// Creates a bet.
  ///
  /// - Parameters:
  ///   - stakeMicros: The stake of each part, in millionths.
  ///   - odds: The win odds.
  ///   - divisor: 4 for a quarter of the odds, 5 for a fifth; at least 1.
  @inlinable
  public init(stakeMicros: Int64, odds: PrintedOdds, divisor: Int64) {
    precondition(divisor >= 1, "the divisor must be positive")
    self.stakeMicros = stakeMicros
    self.odds = odds
    self.divisor = divisor
  }

  /// Both stakes together, in millionths.
  @inlinable
  public var turnoverMicros: Int64 { 2 * stakeMicros }

  /// Settles both parts.
  ///
  /// Rule 4 reduces the winnings of both parts. Each part is rounded once, at its end.
  ///
  /// - Parameters:
  ///   - winShare: The share of the win stake that is paid.
  ///   - placeShare: The share of the place stake that is paid.
  ///   - ruleFour: The deduction for withdrawn horses.
  /// - Returns: The payout of each part.
  public func settled(
    winShare: DeadHeatShare, placeShare: DeadHeatShare, ruleFour: RuleFour = .none
  ) -> EachWayReturn {
    EachWayReturn(
      winMicros: partMicros(divisor: 1, share: winShare, ruleFour: ruleFour),
      placeMicros: partMicros(divisor: divisor, share: placeShare, ruleFour: ruleFour))
  }

  // MARK: - Implementation

  /// `stake · share · (1 + winnings / divisor · kept / 100)`, rounded once.
  private func partMicros(divisor: Int64, share: DeadHeatShare, ruleFour: RuleFour) -> Int64 {
    var deduction = Deduction(odds: odds.ratio)
    deduction.winningsKept = Ratio(Int128(ruleFour.keptPence), over: 100)
    return (share.ratio * deduction.returned(divisor: divisor)).applied(to: stakeMicros)
  }
}

/// The payouts of the two parts of an each-way bet, stakes included.
@frozen
public struct EachWayReturn: Hashable, Sendable {
  /// The win part, in millionths.
  public let winMicros: Int64

  /// The place part, in millionths.
  public let placeMicros: Int64

  /// Both parts together, in millionths.
  public var totalMicros: Int64 { winMicros + placeMicros }
}
