import Kernels
import Racing

extension ReturnMoments {
  /// The bets at the starting price.
  static func sp(of sums: borrowing FigureSums) -> ReturnMoments {
    ReturnMoments(sums.sp, at: sums.sp)
  }

  /// The bets with the tote, whose dividends only winners have: the starting prices of the same
  /// starters stand in for them, as far as they are known.
  static func tote(of sums: borrowing FigureSums) -> ReturnMoments {
    ReturnMoments(sums.tote, at: sums.sp)
  }

  /// The bets at the Betfair starting price, whose odds are net of commission here.
  static func bsp(of sums: borrowing FigureSums, _ commission: Commission) -> ReturnMoments {
    let rate = Double(commission.rateMicros) / Double(Decimal6.one)
    return ReturnMoments(sums.bsp, at: sums.bsp, kept: 1 - rate)
  }

  /// Takes bets whose prices are not known, of so many units each.
  init(_ bets: BetSums, units: Int64) { self.init(bets.clusters, units: units) }

  /// Takes bets at the mean prices of `priced`; a part of their gain is kept.
  private init(_ bets: BetSums, at priced: BetSums, kept: Double = 1) {
    let sums = priced.prices.net(of: priced.count, kept: kept)
    let share = priced.count > 0 ? Double(bets.count) / Double(priced.count) : 0
    self.init(bets.clusters, odds: share * sums.odds, oddsSquares: share * sums.squares)
  }
}

extension BetSums {
  /// The races bet on, each a cluster of bets.
  fileprivate var clusters: RaceClusters {
    var clusters = RaceClusters()
    clusters.bets = count
    clusters.profit = profit
    clusters.betSquares = betSquares
    clusters.profitTimesBets = Int128(profitTimesBets)
    clusters.profitSquares = profitSquares
    return clusters
  }
}
