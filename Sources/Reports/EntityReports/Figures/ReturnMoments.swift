import Kernels
import Questions
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
    ReturnMoments(sums.bsp, at: sums.bsp, kept: commission.keptShare)
  }

  /// The bets of a group that not every report has: those at a price by name at their own odds, of
  /// the others no odds are known.
  init(
    _ bets: BetSums, of group: BetGroup, in choice: FigureChoice, _ commission: Commission
  ) {
    guard group == .price else {
      self.init(bets.clusters, units: group.units)
      return
    }
    let kept = choice.paysCommission(group) ? commission.keptShare : 1
    self.init(bets, at: bets, kept: kept)
  }

  /// Takes bets at the mean prices of `priced`; a part of their gain is kept.
  private init(_ bets: BetSums, at priced: BetSums, kept: Double = 1) {
    let sums = priced.prices.net(of: priced.count, kept: kept)
    let share = priced.count > 0 ? Double(bets.count) / Double(priced.count) : 0
    self.init(bets.clusters, odds: share * sums.odds, oddsSquares: share * sums.squares)
  }
}

extension Commission {
  /// The share of a gain that is left to the winner.
  fileprivate var keptShare: Double { 1 - Double(rateMicros) / Double(Decimal6.one) }
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
