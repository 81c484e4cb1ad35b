import Columns
import EntityReports
import Kernels

extension RunSequence {
  /// The columns of runs in time order in an engine's answer: names, and expressions over the
  /// starters of an entity and age band.
  ///
  /// - Parameter bank: The column of a run's profit at the market's price.
  /// - Returns: The columns.
  static func answers(at bank: String) -> [(name: String, sql: String)] {
    let form = (0..<formLength).map { "WHEN \($0) THEN form * \(1 << (8 * $0))" }
    return [
      ("last_profit", SQLText.sum(bank)), ("peak", SQLText.greatest("profit_so_far")),
      ("trough", "CAST(LEAST(MIN(profit_so_far), 0) AS BIGINT)"),
      ("fall", SQLText.greatest("peak_so_far - profit_so_far")),
      ("priced_runs", "COUNT(\(bank))"),
      ("longest", SQLText.greatest("run - COALESCE(last_win, 0)")),
      ("current_run", "CAST(COUNT(*) - COALESCE(MAX(last_win), 0) AS BIGINT)"),
      (
        "leading_run",
        "CAST(COALESCE(MIN(CASE WHEN won THEN run END) - 1, COUNT(*)) AS BIGINT)"
      ),
      ("form_text", SQLText.sum("CASE last_run - run \(form.joined(separator: " ")) END")),
      ("last_day", "CAST(MAX(race_day) AS BIGINT)"),
    ]
  }

  /// Takes an engine's answer; nil for numbers that no runs give.
  ///
  /// - Parameters:
  ///   - values: The values of ``answers(at:)``.
  ///   - runs: The number of runs.
  init?(_ values: [Int64], runs: Int64) {
    guard let form = UInt64(exactly: values[8]), let day = Int32(exactly: values[9]),
      (0...Int64(Int32.max)).contains(runs), values[4...7].allSatisfy({ (0...runs).contains($0) })
    else { return nil }
    self.init(
      profits: Profits(
        profit: values[0], peak: values[1], trough: values[2], fall: values[3],
        pricedRuns: Int32(values[4])),
      losses: Losses(
        runs: Int32(runs), longest: Int32(values[5]), current: Int32(values[6]),
        leading: Int32(values[7])),
      form: form, day: day)
  }
}

extension LuckSums {
  /// The columns of luck in an engine's answer: names, and expressions over the starters of an
  /// entity and age band.
  ///
  /// - Parameter basis: The name of the bets' price.
  /// - Returns: The columns.
  static func answers(at basis: String) -> [(name: String, sql: String)] {
    [
      ("luck_bets", "COUNT(luck_expected)"),
      (
        "luck_returned",
        SQLText.sum("CASE WHEN luck_expected IS NOT NULL THEN \(basis)_profit + 1000000 END")
      ),
      ("luck_expected", SQLText.sum("luck_expected")), ("luck_variance", SQLText.sum("variance")),
      ("luck_odds", SQLText.greatest("CASE WHEN luck_expected IS NOT NULL THEN bet_\(basis) END")),
      ("luck_loss", SQLText.greatest("net_expected")),
    ]
      + (1...5).map { rank -> (name: String, sql: String) in
        (
          "luck_top_\(rank)",
          SQLText.greatest("CASE WHEN return_rank = \(rank) THEN winner_return END")
        )
      }
  }

  /// Takes an engine's answer: the values of ``answers(at:)``.
  init(_ values: [Int64]) {
    self.init(
      bets: values[0], returned: values[1], expected: values[2], variance: values[3],
      highestOdds: values[4], highestLoss: values[5], top: Array(values[6...]))
  }
}
