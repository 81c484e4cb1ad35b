extension ClusteredInterval {
  /// The specification of ``interval(stakes:)``, from the bets themselves and in `Double`.
  ///
  /// - Accuracy: some 10⁻¹⁵ of the largest |profit − roi·stake|; the terms are formed before
  ///   squaring, so nothing cancels.
  package static func referenceInterval(
    stakes bets: [(profit: Int64, stake: Int64)]
  ) -> Interval? {
    let stake = bets.reduce(0.0) { $0 + Double($1.stake) }
    guard stake > 0 else { return nil }
    let roi = bets.reduce(0.0) { $0 + Double($1.profit) } / stake
    let sumOfSquares = bets.reduce(0.0) { sum, bet in
      let difference = Double(bet.profit) - roi * Double(bet.stake)
      return sum + difference * difference
    }
    let halfWidth = Interval.normalQuantile * sumOfSquares.squareRoot() / stake
    return Interval(low: roi - halfWidth, high: roi + halfWidth)
  }
}
