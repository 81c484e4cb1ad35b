import Kernels
import Racing

/// One basis' exact sums over a row's bets.
public struct BetTotals: Equatable, Sendable {
  /// The races bet on, each a cluster of bets.
  let clusters: RaceClusters

  /// Bets of one unit.
  public var bets: Int64 { clusters.bets }

  /// Units returned less bets, net of commission, 10⁻⁶.
  public var profit: Int64 { clusters.profit }

  /// The 95 % interval of the return on investment; nil without a bet.
  public var interval: Interval? { ClusteredInterval.interval(of: clusters) }
}

/// Everything one row of a report is printed from: exact sums, not yet divided.
public struct EntityFigures: Equatable, Sendable {
  /// Starters.
  public let runs: Int64
  /// Starters with position 1.
  public let wins: Int64
  /// Starters within the paid places.
  public let places: Int64
  private let sp: BetTotals
  private let tote: BetTotals
  private let bsp: BetTotals
  /// Σ normalised probability of starters with an sp, 10⁻⁹.
  public let expectedWins: Int64
  /// Σ win share of starters with an sp, 10⁻⁹.
  public let winShares: Int64
  /// All runs and wins of the window.
  public let population: (runs: Int64, wins: Int64)
  /// Σ percentage of rivals beaten, 10⁻⁶, and over how many runs.
  public let prb: (sum: Int64, runs: Int64)
  /// Σ weight · prb (10⁻¹⁵) and Σ weight (10⁻⁹) of the last 365 days.
  public let form: (sum: Int128, weight: Int64)
  /// Losing runs, drawdown, recent form and the last day, in time order.
  public let sequence: RunSequence

  /// Per price basis: sp, tote, bsp.
  public var bets: [BetTotals] { [sp, tote, bsp] }

  /// The bets at one price basis.
  public func bets(at basis: PriceBasis) -> BetTotals {
    switch basis {
    case .sp: sp
    case .tote: tote
    case .bsp: bsp
    }
  }

  /// Compares all figures.
  public static func == (left: EntityFigures, right: EntityFigures) -> Bool {
    left.runs == right.runs && left.wins == right.wins && left.places == right.places
      && left.sp == right.sp && left.tote == right.tote && left.bsp == right.bsp
      && left.expectedWins == right.expectedWins
      && left.winShares == right.winShares && left.population == right.population
      && left.prb == right.prb && left.form == right.form && left.sequence == right.sequence
  }

  init(
    sums: UnsafeBufferPointer<Int64>, sequence: RunSequence,
    population: (runs: Int64, wins: Int64)
  ) {
    runs = sums[Measure.runs]
    wins = sums[Measure.wins]
    places = sums[Measure.places]
    expectedWins = sums[Measure.expectedWins]
    winShares = sums[Measure.winShares]
    prb = (sums[Measure.prb], sums[Measure.prbRuns])
    form = (
      Int128(sums[Measure.formLow]) + Int128(sums[Measure.formHigh]) << Int128(RecentCell.limbBits),
      sums[Measure.formWeight]
    )
    sp = BetTotals(sums, Measure.first(of: 0))
    tote = BetTotals(sums, Measure.first(of: 1))
    bsp = BetTotals(sums, Measure.first(of: 2))
    self.population = population
    self.sequence = sequence
  }
}

extension BetTotals {
  fileprivate init(_ sums: UnsafeBufferPointer<Int64>, _ first: Int) {
    var clusters = RaceClusters()
    clusters.bets = sums[first + Measure.bets]
    clusters.profit = sums[first + Measure.profit]
    clusters.betSquares = sums[first + Measure.betSquares]
    clusters.profitTimesBets = Int128(sums[first + Measure.profitTimesBets])
    clusters.profitSquares =
      Int128(sums[first + Measure.squareLow])
      + Int128(sums[first + Measure.squareMiddle]) << Int128(Measure.limbBits)
      + Int128(sums[first + Measure.squareHigh]) << Int128(2 * Measure.limbBits)
    self.clusters = clusters
  }
}
