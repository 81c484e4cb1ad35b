import Racing

/// Several runners of a race backed for one total, so that each of them returns the same.
public enum Dutch {
  /// Divides a total in proportion to the chances that prices imply.
  ///
  /// ```
  /// stake[i] = total · (1 / price[i]) / Σⱼ (1 / price[j])
  /// ```
  ///
  /// - Units: millionths of the unit of money.
  /// - Accuracy: the chances have eighteen decimals; each stake is within a millionth of the exact
  ///   one, and all add up to the total.
  ///
  /// - Parameters:
  ///   - total: At least zero.
  ///   - prices: One price per runner, at least 1.
  /// - Returns: One stake per runner, in the same order.
  public static func stakes(ofTotal total: Int64, at prices: [Ratio]) -> [Int64] {
    let chances = prices.map { price in
      Int128(Ratio(price.denominator, over: price.numerator).applied(to: chanceScale))
    }
    let whole = chances.reduce(0, +)
    var (sum, taken): (Int128, Int64) = (0, 0)
    return chances.map { chance in
      sum += chance
      let upTo = Ratio(sum, over: whole).applied(to: total)
      defer { taken = upTo }
      return upTo - taken
    }
  }

  private static let chanceScale: Int64 = 1_000_000_000_000_000_000
}

extension RuleBook {
  /// Returns the price of a bet before deductions.
  ///
  /// - Parameters:
  ///   - bet: The bet.
  ///   - runner: The index of its runner in the race.
  ///   - race: The race.
  /// - Returns: The decimal odds.
  /// - Throws: ``SettlementGap`` if the price is missing, or the book has no such bet.
  public func odds(
    of bet: RaceBet, on runner: Int, in race: BetRace
  ) throws(SettlementGap) -> Ratio {
    guard offers(bet) else { throw notOffered(bet) }
    return try Settling(
      book: self, bet: bet, runner: runner, race: race, named: runner, entry: [runner]
    ).odds()
  }
}
