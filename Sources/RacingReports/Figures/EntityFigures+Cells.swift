import Columns
import Kernels
import Racing

extension EntityFigures {
  /// The cells behind the window's days.
  var cells: [ReportCell] {
    var cells: [ReportCell] = []
    cells.reserveCapacity(ReportColumns.names.count)
    visitCells { cells.append($0) }
    return cells
  }

  /// Hands on the cells behind the window's days, each divided and rounded once.
  ///
  /// If you change a figure, change it in ``FigureBlock``, too.
  func visitCells(_ visit: (ReportCell) -> Void) {
    let rate = Wilson.interval(wins: wins, runs: runs)
    let isPriced = sums.sp.count > 0
    visit(.integer(runs))
    visit(.integer(wins))
    visit(.integer(places))
    visit(.ratio(wins, runs))
    visit(.end(rate?.low))
    visit(.end(rate?.high))
    visit(.ratio(places, runs))
    bets(at: .sp).visitCells(visit)
    bets(at: .tote).visitCells(visit)
    bets(at: .bsp).visitCells(visit)
    visit(isPriced ? .rounded(expectedWins, by: 100_000) : .empty)
    visit(isPriced ? .ratio(winShares, expectedWins) : .empty)
    visit(.ratio(Int128(wins) * Int128(population.runs), Int128(runs) * Int128(population.wins)))
    visit(.ratio(prb.sum, prb.runs * 1_000_000))
    visit(.integer(Int64(sequence.longestLosingRun)))
    visit(.integer(Int64(sequence.currentLosingRun)))
    visit(isPriced ? .rounded(sequence.maxDrawdown, by: 100) : .empty)
    visit(.text(sequence.recentForm))
    visit(.ratio(form.sum, Int128(form.weight) * 1_000_000))
    visit(sequence.lastDay.map { .text(Day($0).iso) } ?? .empty)
  }
}

extension BetTotals {
  fileprivate func visitCells(_ visit: (ReportCell) -> Void) {
    visit(.integer(bets))
    guard bets > 0 else {
      for _ in 0..<5 { visit(.empty) }
      return
    }
    let interval = interval
    visit(.rounded(profit + bets * Settlement.unitStakeMicros, by: 100))
    visit(.rounded(profit, by: 100))
    visit(.ratio(profit, bets * Settlement.unitStakeMicros))
    visit(.end(interval?.low))
    visit(.end(interval?.high))
  }
}

extension ReportCell {
  /// An exact quotient with six decimals; undefined over zero.
  fileprivate static func ratio(_ numerator: Int64, _ denominator: Int64) -> ReportCell {
    guard denominator > 0 else { return .empty }
    return .decimal(
      scaled: Rounding.halfEven(numerator, times: 1_000_000, dividedBy: denominator), places: 6)
  }

  fileprivate static func ratio(_ numerator: Int128, _ denominator: Int128) -> ReportCell {
    if let numerator = Int64(exactly: numerator), let denominator = Int64(exactly: denominator) {
      return ratio(numerator, denominator)
    }
    guard denominator > 0 else { return .empty }
    return .decimal(
      scaled: Int64(Rounding.halfEven(numerator * 1_000_000, dividedBy: denominator)), places: 6)
  }

  /// A sum with four decimals, fewer than it was kept with.
  fileprivate static func rounded(_ sum: Int64, by step: Int64) -> ReportCell {
    .decimal(scaled: Rounding.halfEven(sum, dividedBy: step), places: 4)
  }

  fileprivate static func end(_ value: Double?) -> ReportCell {
    guard let value else { return .empty }
    return .decimal(scaled: Rounding.halfEven(value, scaledBy: 1_000_000), places: 6)
  }
}
