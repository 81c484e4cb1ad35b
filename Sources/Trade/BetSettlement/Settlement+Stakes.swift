import Racing

extension Settlement {
  /// Returns the payout of a back bet of any stake, rounded once.
  ///
  /// - Parameters:
  ///   - stakeMicros: The stake, in millionths.
  ///   - odds: The odds as they were taken.
  ///   - share: The paid share of the stake.
  /// - Returns: The return in millionths, stake included.
  public static func returnedMicros(
    stakeMicros: Int64, odds: PrintedOdds, share: DeadHeatShare
  ) -> Int64 {
    (odds.ratio * share.ratio).applied(to: stakeMicros)
  }

  /// Returns the profit of a backer of any stake; the layer's result is the opposite.
  ///
  /// - Parameters:
  ///   - stakeMicros: The backer's stake, in millionths.
  ///   - odds: The odds as they were taken.
  ///   - share: The paid share of the stake.
  /// - Returns: The backer's profit in millionths.
  public static func profitMicros(
    stakeMicros: Int64, odds: PrintedOdds, share: DeadHeatShare
  ) -> Int64 {
    returnedMicros(stakeMicros: stakeMicros, odds: odds, share: share) - stakeMicros
  }
}
