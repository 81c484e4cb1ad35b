import Kernels
import Racing

/// One basis' exact sums over a row's bets.
public struct BetTotals: Equatable, Sendable {
  /// Bets of one unit.
  public let bets: Int64
  /// Units returned less bets, net of commission, 10⁻⁶.
  public let profit: Int64
  /// The 95 % interval of the return on investment; nil without a bet.
  public let interval: Interval?
}

/// Everything one row of a report is printed from: exact sums, not yet divided.
public struct EntityFigures: Equatable, Sendable {
  /// Starters.
  public let runs: Int64
  /// Starters with position 1.
  public let wins: Int64
  /// Starters within the paid places.
  public let places: Int64
  /// Per price basis: sp, tote, bsp.
  public let bets: [BetTotals]
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

  /// The bets at one price basis.
  public func bets(at basis: PriceBasis) -> BetTotals {
    bets[PriceBasis.allCases.firstIndex(of: basis)!]
  }

  /// Compares all figures.
  public static func == (left: EntityFigures, right: EntityFigures) -> Bool {
    left.runs == right.runs && left.wins == right.wins && left.places == right.places
      && left.bets == right.bets && left.expectedWins == right.expectedWins
      && left.winShares == right.winShares && left.population == right.population
      && left.prb == right.prb && left.form == right.form && left.sequence == right.sequence
  }

  init(
    sums: ArraySlice<Int64>, sequence: RunSequence, form: (sum: Int128, weight: Int64),
    population: (runs: Int64, wins: Int64)
  ) {
    func sum(_ measure: Int) -> Int64 { sums[sums.startIndex + measure] }
    runs = sum(Measure.runs)
    wins = sum(Measure.wins)
    places = sum(Measure.places)
    expectedWins = sum(Measure.expectedWins)
    winShares = sum(Measure.winShares)
    prb = (sum(Measure.prb), sum(Measure.prbRuns))
    bets = PriceBasis.allCases.indices.map { basis in
      let first = Measure.first(of: basis)
      return BetTotals(sums: sums.dropFirst(first).prefix(Measure.basisWidth))
    }
    self.population = population
    self.form = form
    self.sequence = sequence
  }
}

extension BetTotals {
  init(sums: ArraySlice<Int64>) {
    func sum(_ measure: Int) -> Int64 { sums[sums.startIndex + measure] }
    bets = sum(Measure.bets)
    profit = sum(Measure.profit)
    var clusters = RaceClusters()
    clusters.bets = bets
    clusters.profit = profit
    clusters.betSquares = sum(Measure.betSquares)
    clusters.profitTimesBets = Int128(sum(Measure.profitTimesBets))
    clusters.profitSquares =
      Int128(sum(Measure.squareLow))
      + Int128(sum(Measure.squareMiddle)) << Measure.limbBits
      + Int128(sum(Measure.squareHigh)) << (2 * Measure.limbBits)
    interval = ClusteredInterval.interval(of: clusters)
  }
}
