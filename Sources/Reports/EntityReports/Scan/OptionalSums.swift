import Kernels

/// Optional sums of an entity's runs, which only some reports include.
package struct OptionalSums: BitwiseCopyable, Sendable, Equatable {
  package var bets = OptionalBetSums()
  package var luck = LuckSums()

  package init() {}

  /// Adds the sums of other runs.
  package mutating func add(_ other: OptionalSums) {
    bets.add(other.bets)
    luck.add(other.luck)
  }
}

/// Sums of the bets of one group as if each were the only one on its race, as nearly all are.
package struct BetCell: BitwiseCopyable, Sendable, Equatable {
  /// Σ squared profit of a race.
  private var profitSquares: Int128 = 0
  private var profit: Int64 = 0
  private var count: Int64 = 0

  /// Creates sums without a bet.
  init() {}

  /// Takes sums; the caller adds the surplus of races with several bets elsewhere.
  init(_ sums: BetSums) {
    (profitSquares, profit, count) = (sums.profitSquares, sums.profit, sums.count)
  }

  /// Adds a bet that is the only one on its race.
  @inline(__always)
  mutating func add(profit own: Int64) {
    count &+= 1
    profit &+= own
    profitSquares &+= Int128(own.multipliedFullWidth(by: own))
  }

  /// Adds the bets on one race.
  mutating func add(profit own: Int64, bets: Int64) {
    count += bets
    profit += own
    profitSquares += Int128(own) * Int128(own)
  }

  /// Adds the bets on other races.
  mutating func add(_ other: BetCell) {
    count += other.count
    profit += other.profit
    profitSquares += other.profitSquares
  }

  /// Returns the sums, with the surplus of races with several bets.
  func sums(_ clusters: SharedRaceSums.Clusters) -> BetSums {
    var sums = BetSums(
      profitSquares: profitSquares, count: count, profit: profit, profitTimesBets: profit,
      betSquares: count)
    sums.add(clusters)
    return sums
  }
}
