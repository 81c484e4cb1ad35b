import Kernels
import Questions
import Racing

extension ReturnMoments {
  /// Returns the bets at the starting price.
  static func sp(of sums: borrowing FigureSums) -> ReturnMoments {
    ReturnMoments(sums.sp, at: sums.sp)
  }

  /// Returns the bets with the tote, with starting prices in place of odds, where known.
  ///
  /// Only winners have dividends, so the tote has no odds of the other starters.
  static func tote(of sums: borrowing FigureSums) -> ReturnMoments {
    ReturnMoments(sums.tote, at: sums.sp)
  }

  /// Returns the bets at the Betfair starting price, with odds net of commission.
  static func bsp(of sums: borrowing FigureSums, _ commission: Commission) -> ReturnMoments {
    ReturnMoments(sums.bsp, at: sums.bsp, kept: commission.keptShare)
  }

  /// Computes the moments of an optional bet group; only bets at a named price have known odds.
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

  /// Computes the moments of bets at the mean prices of `priced`, with a share `kept` of gains.
  private init(_ bets: BetSums, at priced: BetSums, kept: Double = 1) {
    let sums = priced.prices.net(of: priced.count, kept: kept)
    let share = priced.count > 0 ? Double(bets.count) / Double(priced.count) : 0
    self.init(bets.clusters, odds: share * sums.odds, oddsSquares: share * sums.squares)
  }
}

extension Commission {
  /// The share of a gain that remains after commission.
  fileprivate var keptShare: Double { 1 - Double(rateMicros) / Double(Decimal6.one) }
}

extension BetSums {
  /// The bets as clusters, one per race.
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
