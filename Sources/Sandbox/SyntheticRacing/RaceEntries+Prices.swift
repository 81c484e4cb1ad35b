extension RaceEntries {
  /// Gives the starters their starting prices, and the winners a dividend.
  mutating func price(conditions: RaceConditions, using random: inout RandomSource) {
    if conditions.hasStartingPrices { setStartingPrices(using: &random) }
    if conditions.hasExchange { setExchangePrices(using: &random) }
    if conditions.hasDividend { setDividends(using: &random) }
  }

  // MARK: - Implementation

  /// Sets starting prices: the market has its own view and, with an exponent below 1, overbets
  /// outsiders.
  private mutating func setStartingPrices(using random: inout RandomSource) {
    let total = drawShares(exponent: 0.86, noise: 0.18, using: &random)
    for index in entries.indices where entries[index].isStarter && !random.chance(0.005) {
      entries[index].spMicros = PriceLadder.micros(nearest: total / (1.18 * scratch[index]))
    }
  }

  /// Sets near-fair prices with two decimals, between 1.01 and 1,000.
  private mutating func setExchangePrices(using random: inout RandomSource) {
    let total = drawShares(exponent: 1, noise: 0.08, using: &random)
    for index in entries.indices where entries[index].isStarter && !random.chance(0.005) {
      let price = total / scratch[index] * PortableMath.exp(0.03 * random.normal())
      entries[index].bspMicros = Int64(min(max(price, 1.01), 1_000) * 100 + 0.5) * 10_000
    }
  }

  /// Sets each winner's dividend per unit: the pool after 18 %, divided in a dead heat, rounded
  /// down to 0.10, at least 1 and at most 2,000.
  private mutating func setDividends(using random: inout RandomSource) {
    let total = drawShares(exponent: 0.9, noise: 0.35, using: &random)
    let winners = entries.count { $0.position == 1 }
    for index in entries.indices where entries[index].position == 1 {
      let dividend = 0.82 * total / (scratch[index] * Double(winners))
      let tenths = Int64(min(max(dividend, 1), 2_000) * 10)
      entries[index].toteMicros = tenths * 100_000
    }
  }

  /// Fills the scratch numbers with a crowd's shares for the starters, up to a factor.
  ///
  /// - Returns: The sum of the shares.
  private mutating func drawShares(
    exponent: Double, noise: Double, using random: inout RandomSource
  ) -> Double {
    scratch.removeAll(keepingCapacity: true)
    var total = 0.0
    for entry in entries {
      let view = entry.strength + noise * random.normal()
      let share = entry.isStarter ? PortableMath.exp(exponent * view) : 0
      scratch.append(share)
      total += share
    }
    return total
  }
}
