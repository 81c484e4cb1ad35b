import Kernels
import Racing

/// Sums of the bets of one group; a cluster is the bets on one race.
package struct BetSums: BitwiseCopyable, Equatable {
  /// Σ squared profit of a cluster.
  var profitSquares: Int128 = 0
  var count: Int64 = 0
  /// Σ profit, 10⁻⁶.
  var profit: Int64 = 0
  /// Σ profit · bets and Σ bets² of a cluster.
  var profitTimesBets: Int64 = 0
  var betSquares: Int64 = 0
  /// The prices of all bets, if they are known before the race.
  package var prices = PriceSums()

  package init(
    profitSquares: Int128 = 0, count: Int64 = 0, profit: Int64 = 0, profitTimesBets: Int64 = 0,
    betSquares: Int64 = 0, prices: PriceSums = PriceSums()
  ) {
    self.profitSquares = profitSquares
    self.count = count
    self.profit = profit
    self.profitTimesBets = profitTimesBets
    self.betSquares = betSquares
    self.prices = prices
  }
}

extension BetSums {
  /// Adds a number of plain losses, each the only bet on its race.
  @inline(__always)
  mutating func addLosses(_ losses: Int64) {
    let loss = -Settlement.unitStakeMicros
    count &+= losses
    profit &+= losses &* loss
    profitTimesBets &+= losses &* loss
    betSquares &+= losses
    profitSquares &+= Int128(losses.multipliedFullWidth(by: loss &* loss))
  }

  /// Adds the surplus of bets over plain losses, each the only bet on its race.
  @inline(__always)
  mutating func add(profit extra: Int64, squares: Int128) {
    profit &+= extra
    profitTimesBets &+= extra
    profitSquares &+= squares
  }

  /// Adds the bets on other races.
  mutating func add(_ other: BetSums) {
    profitSquares += other.profitSquares
    count += other.count
    profit += other.profit
    profitTimesBets += other.profitTimesBets
    betSquares += other.betSquares
    prices.add(other.prices)
  }

  /// Adds the surplus of races with several bets.
  @inline(__always)
  mutating func add(_ clusters: SharedRaceSums.Clusters) {
    profitTimesBets &+= clusters.profitTimesBets
    betSquares &+= clusters.betSquares
  }
}

extension Int128 {
  init(_ product: (high: Int64, low: UInt64)) {
    self = Int128(product.high) << 64 | Int128(product.low)
  }
}
