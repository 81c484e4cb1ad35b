import Kernels
import Questions
import Racing

/// The exact sums of a row's bets of one group.
public struct BetTotals: Equatable, Sendable {
  private let sums: BetSums
  private let group: BetGroup
  private let moments: ReturnMoments

  init(_ sums: BetSums, _ group: BetGroup, _ moments: ReturnMoments) {
    (self.sums, self.group, self.moments) = (sums, group, moments)
  }

  /// Bets, of `BetGroup.units` each.
  public var bets: Int64 { sums.count }

  /// The stakes, 10⁻⁶.
  public var turnover: Int64 { group.turnoverMicros(bets: bets) }

  /// Units returned less stakes, net of commission, 10⁻⁶.
  public var profit: Int64 { sums.profit }

  /// Profit per unit staked.
  public var roi: Ratio {
    Rate.roi.of([.profit: profit, .turnover: turnover])
  }

  /// The 95 % interval of the return on investment; nil if the bets give none.
  public var interval: Interval? {
    moments.interval(stake: turnover, returned: profit + turnover)
  }
}

/// The exact sums behind one row of a report, not yet divided.
public struct EntityFigures: Equatable, Sendable {
  let sums: FigureSums
  /// The optional sums.
  let extra: OptionalSums?
  let facts: WindowFacts
  let code: Int32
  package let columns: ReportColumns

  init(
    _ sums: FigureSums, _ extra: OptionalSums?, _ facts: WindowFacts, code: Int32,
    _ columns: ReportColumns
  ) {
    (self.sums, self.extra, self.facts, self.code) = (sums, extra, facts, code)
    self.columns = columns
  }

  /// All runs and wins of the window.
  package var population: (runs: Int64, wins: Int64) { (facts.runs, facts.wins) }

  /// Starters.
  public var runs: Int64 { sums.runs }
  /// Starters with position 1.
  public var wins: Int64 { sums.wins }
  /// Starters within the paid places, in races with known places.
  public var places: Int64 { sums.places }
  /// Starters in races with known places.
  package var placeRuns: Int64 { sums.placeRuns }
  /// Σ normalised probability of starters with an sp, 10⁻⁹.
  public var expectedWins: Int64 { sums.expectedWins }
  /// Σ win share of starters with an sp, 10⁻⁹.
  public var winShares: Int64 { sums.winShares }
  /// Σ percentage of rivals beaten, 10⁻⁶, and the number of runs in the sum.
  public var prb: (sum: Int64, runs: Int64) { (sums.prb, sums.prbRuns) }
  /// Σ weight · prb (10⁻¹⁵) and Σ weight (10⁻⁹) of the last 365 days.
  package var form: (sum: Int128, weight: Int64) { (sums.weightedForm, sums.formWeight) }
  /// Losing runs, drawdown, recent form and the last day, in time order.
  package var sequence: RunSequence { sums.sequence }

  /// Per price basis: sp, tote, bsp.
  public var bets: [BetTotals] { PriceBasis.allCases.map { bets(at: $0) } }

  /// Returns the bets at one price basis.
  public func bets(at basis: PriceBasis) -> BetTotals {
    switch basis {
    case .sp: BetTotals(sums.sp, .sp, .sp(of: sums))
    case .tote: BetTotals(sums.tote, .tote, .tote(of: sums))
    case .bsp: BetTotals(sums.bsp, .bsp, .bsp(of: sums, facts.commission))
    }
  }

  /// Returns the bets of a group; nil if the report does not include it.
  public func bets(on group: BetGroup) -> BetTotals? {
    if let basis = group.basis { return bets(at: basis) }
    guard columns.choice.bets.contains(group), let bets = extra?.bets[group] else { return nil }
    return BetTotals(
      bets, group, ReturnMoments(bets, of: group, in: columns.choice, facts.commission))
  }

  /// Compares all figures.
  public static func == (left: EntityFigures, right: EntityFigures) -> Bool {
    left.sums == right.sums && left.extra == right.extra && left.population == right.population
  }
}
