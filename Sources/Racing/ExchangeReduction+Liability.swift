import Columns

extension ExchangeReduction {
  /// The liability of a starting-price lay in a win market.
  ///
  /// The removed runner's chance is spread over the others, so the factor counts against what
  /// the laid runner leaves:
  /// ```
  /// liability · (1 − factor / (1 − own factor))
  /// ```
  ///
  /// - Edge cases: zero when the removed and the laid runner held the whole market; unchanged
  ///   when the factor is below the win threshold.
  ///
  /// - Parameters:
  ///   - micros: The liability before the removal, in any unit of money.
  ///   - ownFactorMicros: The laid runner's own reduction factor, below 1, in millionths.
  /// - Returns: The reduced liability, rounded half to even.
  public func winLayLiabilityMicros(_ micros: Int64, ownFactorMicros: Int64) -> Int64 {
    precondition((0..<Decimal6.one).contains(ownFactorMicros), "a laid runner's factor is below 1")
    guard countsInWinMarket else { return micros }
    let others = Decimal6.one - ownFactorMicros
    return Rounding.halfEven(
      micros, times: max(others - factorMicros, 0), dividedBy: others)
  }

  /// The liability of a starting-price lay in a place market: `liability · (1 − factor)`.
  ///
  /// - Parameter micros: The liability before the removal.
  /// - Returns: The reduced liability, rounded half to even.
  public func placeLayLiabilityMicros(_ micros: Int64) -> Int64 {
    Rounding.halfEven(micros, times: Decimal6.one - factorMicros, dividedBy: Decimal6.one)
  }
}
