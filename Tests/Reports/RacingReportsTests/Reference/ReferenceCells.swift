import Columns
import Kernels
import Racing

@testable import EntityReports

extension EntityFigures {
  /// The specification of a row's cells behind the window's days: one row, in plain arithmetic.
  ///
  /// Numbers are in units of the last printed decimal; nil is an empty cell.
  var referenceCells: [String?] {
    let runs = sums.runs
    let isPriced = sums.sp.count > 0
    let rate = RowFigures.winInterval(wins: sums.wins, runs: runs)
    var cells = [
      "\(runs)", "\(sums.wins)", sums.placeRuns > 0 || runs == 0 ? "\(sums.places)" : nil,
      Self.quotient(sums.wins, runs),
      Self.end(rate?.low), Self.end(rate?.high), Self.quotient(sums.places, sums.placeRuns),
    ]
    for basis in PriceBasis.allCases { cells += Self.bets(bets(at: basis)) }
    cells += [
      isPriced ? Self.rounded(sums.expectedWins, by: 100_000) : nil,
      isPriced ? Self.quotient(sums.winShares, sums.expectedWins) : nil,
      Self.quotient(
        Int128(sums.wins) * Int128(population.runs), Int128(runs) * Int128(population.wins)),
      Self.quotient(sums.prb, sums.prbRuns * 1_000_000),
    ]
    let last = sums.sequence
    return cells + [
      "\(last.longestLosingRun)", "\(last.currentLosingRun)",
      last.pricedCount > 0 ? Self.rounded(last.maxDrawdown, by: 100) : nil, last.recentForm,
      Self.quotient(form.sum, Int128(form.weight) * 1_000_000),
      last.lastDay.map { Day($0).iso },
    ]
  }

  // MARK: - Implementation

  private static func bets(_ bets: BetTotals) -> [String?] {
    guard bets.bets > 0 else { return ["0", nil, nil, nil, nil, nil] }
    return [
      "\(bets.bets)", rounded(bets.profit + bets.bets * 1_000_000, by: 100),
      rounded(bets.profit, by: 100), quotient(bets.profit, bets.bets * 1_000_000),
      end(bets.interval?.low), end(bets.interval?.high),
    ]
  }

  private static func quotient(_ numerator: Int64, _ denominator: Int64) -> String? {
    quotient(Int128(numerator), Int128(denominator))
  }

  private static func quotient(_ numerator: Int128, _ denominator: Int128) -> String? {
    denominator > 0 ? "\(referenceDivide(numerator * 1_000_000, denominator))" : nil
  }

  private static func rounded(_ sum: Int64, by step: Int64) -> String {
    "\(referenceDivide(Int128(sum), Int128(step)))"
  }

  private static func end(_ value: Double?) -> String? {
    value.map { "\(Rounding.halfEven($0, scaledBy: 1_000_000))" }
  }
}
