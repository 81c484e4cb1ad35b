import Columns
import Kernels
import Racing

/// The sums of up to 64 rows, side by side, from which their figures are computed a column at a time.
///
/// ``EntityFigures/visitCells(_:)`` has the same figures of one row; tests hold both against each other.
struct FigureBlock {
  static var rowLimit: Int { RowFigures.rowLimit }

  /// What is kept of a row.
  private enum Sum: Int, CaseIterable {
    case runs, wins, places, expectedWins, winShares, prb, prbRuns
    case winsTimesPopulation, runsTimesPopulation
    case longestLosingRun, currentLosingRun, drawdown, form, formWeight
    case spBets, spReturned, spProfit
    case toteBets, toteReturned, toteProfit
    case bspBets, bspReturned, bspProfit
  }

  private(set) var rowCount = 0
  private let sums = ColumnMemory<Int64>(count: Sum.allCases.count * rowLimit)
  /// Per price basis and row, the numerator of its interval.
  private let numerators = ColumnMemory<Double>(count: PriceBasis.allCases.count * rowLimit)
  /// Form scores of rows whose sum has more than 64 bits.
  private var wideForms: [(row: Int, score: Int64)] = []
  private var figures = RowFigures()

  /// Adds a row; there must be room.
  mutating func append(_ own: borrowing FigureSums, _ population: (runs: Int64, wins: Int64)) {
    let row = rowCount
    set(.runs, row, own.runs)
    set(.wins, row, own.wins)
    set(.places, row, own.places)
    set(.expectedWins, row, own.expectedWins)
    set(.winShares, row, own.winShares)
    set(.prb, row, own.prb)
    set(.prbRuns, row, own.prbRuns)
    set(.winsTimesPopulation, row, own.wins * population.runs)
    set(.runsTimesPopulation, row, own.runs * population.wins)
    set(.longestLosingRun, row, Int64(own.sequence.longestLosingRun))
    set(.currentLosingRun, row, Int64(own.sequence.currentLosingRun))
    set(.drawdown, row, own.sequence.maxDrawdown)
    append(form: own.form, row)
    append(own.sp, row, .sp)
    append(own.tote, row, .tote)
    append(own.bsp, row, .bsp)
    rowCount += 1
  }

  /// Hands the rows' figures to columns, in the report's order, and forgets the rows.
  mutating func move(to columns: inout FigureCursor) {
    figures.count = rowCount
    let runs = self[.runs]
    let isRun = figures.positive(runs)
    count(.runs, &columns)
    count(.wins, &columns)
    count(.places, &columns)
    ratio(.wins, times: 1_000_000, by: .runs, isRun, &columns)
    figures.fill(
      lows: columns.next(isRun), highs: columns.next(isRun), wins: self[.wins], runs: runs)
    ratio(.places, times: 1_000_000, by: .runs, isRun, &columns)
    for basis in PriceBasis.allCases { move(basis, to: &columns) }
    let isPriced = figures.positive(self[.spBets])
    money(.expectedWins, in: 100_000, isPriced, &columns)
    let isExpected = isPriced & figures.positive(self[.expectedWins])
    // Without a starter that has a price both sums are 0.
    ratio(.winShares, times: 1_000_000, by: .expectedWins, isExpected, &columns)
    ratio(
      .winsTimesPopulation, times: 1_000_000, by: .runsTimesPopulation,
      figures.positive(self[.runsTimesPopulation]), &columns)
    ratio(.prb, by: .prbRuns, figures.positive(self[.prbRuns]), &columns)
    count(.longestLosingRun, &columns)
    count(.currentLosingRun, &columns)
    money(.drawdown, in: 100, isPriced, &columns)
    let scores = ratio(.form, by: .formWeight, figures.positive(self[.formWeight]), &columns)
    for (row, score) in wideForms { scores[row] = score }
    wideForms.removeAll(keepingCapacity: true)
    rowCount = 0
  }

  // MARK: - Implementation

  private subscript(sum: Sum) -> UnsafeMutablePointer<Int64> {
    @inline(__always) get { sums.start + sum.rawValue * Self.rowLimit }
  }

  @inline(__always)
  private func set(_ sum: Sum, _ row: Int, _ value: Int64) {
    // Safety: there is a place for each sum of each row.
    self[sum][row] = value
  }

  private mutating func append(form: (sum: Int128, weight: Int64), _ row: Int) {
    set(.formWeight, row, form.weight)
    set(.form, row, Int64(truncatingIfNeeded: form.sum))
    guard form.weight > 0, Int64(exactly: form.sum) == nil else { return }
    wideForms.append((row, Int64(Rounding.halfEven(form.sum, dividedBy: Int128(form.weight)))))
  }

  private func append(_ bets: FigureSums.Bets, _ row: Int, _ basis: PriceBasis) {
    let own = Self.sums(of: basis)
    set(own.bets, row, bets.count)
    set(own.returned, row, bets.profit + bets.count * Settlement.unitStakeMicros)
    set(own.profit, row, bets.profit)
    numerators(of: basis)[row] =
      bets.count > 0 ? ClusteredInterval.numerator(of: BetTotals(bets).clusters) : 0
  }

  private mutating func move(_ basis: PriceBasis, to columns: inout FigureCursor) {
    let own = Self.sums(of: basis)
    let isBet = figures.positive(self[own.bets])
    count(own.bets, &columns)
    money(own.returned, in: 100, isBet, &columns)
    money(own.profit, in: 100, isBet, &columns)
    ratio(own.profit, by: own.bets, isBet, &columns)
    figures.fill(
      lows: columns.next(isBet), highs: columns.next(isBet), profits: self[own.profit],
      bets: self[own.bets], numerators: numerators(of: basis))
  }

  private func count(_ sum: Sum, _ columns: inout FigureCursor) {
    columns.next(.max).update(from: self[sum], count: rowCount)
  }

  /// A sum with four decimals, fewer than it was kept with.
  private func money(
    _ sum: Sum, in step: Int64, _ isDefined: UInt64, _ columns: inout FigureCursor
  ) {
    figures.fill(rounded: columns.next(isDefined), self[sum], in: step, of: 100)
  }

  /// A quotient with six decimals; returns where it went.
  @discardableResult
  private func ratio(
    _ numerator: Sum, times factor: Int64 = 1, by denominator: Sum, _ isDefined: UInt64,
    _ columns: inout FigureCursor
  ) -> UnsafeMutablePointer<Int64> {
    let column = columns.next(isDefined)
    figures.fill(
      ratios: column, self[numerator], times: factor, dividedBy: self[denominator])
    return column
  }

  private func numerators(of basis: PriceBasis) -> UnsafeMutablePointer<Double> {
    switch basis {
    case .sp: numerators.start
    case .tote: numerators.start + Self.rowLimit
    case .bsp: numerators.start + 2 * Self.rowLimit
    }
  }

  private static func sums(of basis: PriceBasis) -> (bets: Sum, returned: Sum, profit: Sum) {
    switch basis {
    case .sp: (.spBets, .spReturned, .spProfit)
    case .tote: (.toteBets, .toteReturned, .toteProfit)
    case .bsp: (.bspBets, .bspReturned, .bspProfit)
    }
  }
}
