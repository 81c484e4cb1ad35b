import Kernels
import Racing

/// The exact sums of a row's bets at one price basis.
public struct BetTotals: Equatable, Sendable {
  private let sums: FigureSums.Bets

  init(_ sums: FigureSums.Bets) { self.sums = sums }

  /// The races bet on, each a cluster of bets.
  var clusters: RaceClusters {
    var clusters = RaceClusters()
    clusters.bets = sums.count
    clusters.profit = sums.profit
    clusters.betSquares = sums.betSquares
    clusters.profitTimesBets = Int128(sums.profitTimesBets)
    clusters.profitSquares = sums.profitSquares
    return clusters
  }

  /// Bets of one unit.
  public var bets: Int64 { sums.count }

  /// Units returned less bets, net of commission, 10⁻⁶.
  public var profit: Int64 { sums.profit }

  /// Profit per unit staked.
  public var roi: Ratio {
    Rate.roi.of([.profit: profit, .turnover: Settlement.turnoverMicros(bets: bets)])
  }

  /// The 95 % interval of the return on investment; nil without a bet.
  public var interval: Interval? { ClusteredInterval.interval(of: clusters) }
}

/// The exact sums that one row of a report is printed from, not yet divided.
public struct EntityFigures: Equatable, Sendable {
  let sums: FigureSums
  /// All runs and wins of the window.
  public let population: (runs: Int64, wins: Int64)

  init(_ sums: FigureSums, population: (runs: Int64, wins: Int64)) {
    self.sums = sums
    self.population = population
  }

  /// Starters.
  public var runs: Int64 { sums.runs }
  /// Starters with position 1.
  public var wins: Int64 { sums.wins }
  /// Starters within the paid places.
  public var places: Int64 { sums.places }
  /// Σ normalised probability of starters with an sp, 10⁻⁹.
  public var expectedWins: Int64 { sums.expectedWins }
  /// Σ win share of starters with an sp, 10⁻⁹.
  public var winShares: Int64 { sums.winShares }
  /// Σ percentage of rivals beaten, 10⁻⁶, and over how many runs.
  public var prb: (sum: Int64, runs: Int64) { (sums.prb, sums.prbRuns) }
  /// Σ weight · prb (10⁻¹⁵) and Σ weight (10⁻⁹) of the last 365 days.
  public var form: (sum: Int128, weight: Int64) { sums.form }
  /// Losing runs, drawdown, recent form and the last day, in time order.
  public var sequence: RunSequence { sums.sequence }

  /// Per price basis: sp, tote, bsp.
  public var bets: [BetTotals] { PriceBasis.allCases.map { bets(at: $0) } }

  /// The bets at one price basis.
  public func bets(at basis: PriceBasis) -> BetTotals {
    switch basis {
    case .sp: BetTotals(sums.sp)
    case .tote: BetTotals(sums.tote)
    case .bsp: BetTotals(sums.bsp)
    }
  }

  /// Compares all figures.
  public static func == (left: EntityFigures, right: EntityFigures) -> Bool {
    left.sums == right.sums && left.population == right.population
  }
}
