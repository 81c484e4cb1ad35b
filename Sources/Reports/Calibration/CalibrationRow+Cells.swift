import Columns
import Kernels
import Racing

extension CalibrationRow {
  /// The columns of every table, after the columns that name the row.
  package static let figureNames = [
    "races", "runs", "wins", "actual_wins", "expected_wins", "actual", "expected", "ae", "z",
    "race_z", "returned", "profit", "roi",
  ]

  /// The columns of scores, which follow in tables of whole races.
  package static let scoreNames = [
    "log_loss", "brier", "race_log_loss", "race_brier", "mcfadden_r2", "benter_r2",
  ]

  /// The name of the method.
  package var baselineName: String { baseline.rawValue }

  /// The figures, in the order of ``figureNames``.
  package var figures: [ReportCell] {
    let scores = sums.scores
    let runs = Int128(scores.runs) * Int128(Probability.one)
    let turnover = Settlement.turnoverMicros(bets: scores.runs)
    return [
      .integer(scores.races), .integer(scores.runs), .integer(sums.wins),
      .amount(scores.shares, one: Probability.one), .amount(scores.expected, one: Probability.one),
      .rate(Ratio(Int128(scores.shares), over: runs)),
      .rate(Ratio(Int128(scores.expected), over: runs)),
      .rate(
        Rate.actualOverExpected.of([.winShares: scores.shares, .expectedWins: scores.expected])),
      .end(scores.z), .end(scores.raceZ), .amount(turnover + sums.profit), .amount(sums.profit),
      .rate(Rate.roi.of([.profit: sums.profit, .turnover: turnover])),
    ]
  }

  /// The scores, in the order of ``scoreNames``.
  ///
  /// By `Baseline.raw`, scores of races are empty: probabilities with a sum above 1 would look
  /// better with a larger margin.
  package var scores: [ReportCell] {
    let scores = sums.scores
    let one = Int128(Probability.one)
    let square = one * one
    let races = baseline == .raw ? 0 : Int128(scores.races)
    let won = baseline == .raw ? 0 : Int128(scores.shares)
    let field = baseline == .raw ? 0 : Int128(scores.fieldLosses)
    return [
      .rate(Ratio(Int128(scores.losses), over: Int128(scores.runs) * one)),
      .rate(Ratio(scores.squares, over: Int128(scores.runs) * square)),
      .rate(Ratio(Int128(scores.winnerLosses), over: won)),
      .rate(Ratio(scores.squares, over: races * square)),
      .end(scores.pseudoR2),
      .rate(Ratio(Int128(scores.fieldLosses - scores.winnerLosses), over: field)),
    ]
  }

  /// Starters that count.
  package var runs: Int64 { sums.scores.runs }
}
