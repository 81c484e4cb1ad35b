import Kernels

extension LuckSums {
  /// The columns of luck in an engine's answer: names, and expressions over the starters of an
  /// entity and age band.
  package static let answers: [(name: String, sql: String)] =
    [
      ("luck_bets", "COUNT(luck_expected)"),
      (
        "luck_returned",
        SumSQL.sum("CASE WHEN luck_expected IS NOT NULL THEN sp_profit + 1000000 END")
      ),
      ("luck_expected", SumSQL.sum("luck_expected")), ("luck_variance", SumSQL.sum("variance")),
      ("luck_odds", SumSQL.greatest("CASE WHEN luck_expected IS NOT NULL THEN bet_sp END")),
      ("luck_loss", SumSQL.greatest("net_expected")),
    ]
    + (1...5).map { rank -> (name: String, sql: String) in
      (
        "luck_top_\(rank)",
        SumSQL.greatest("CASE WHEN return_rank = \(rank) THEN winner_return END")
      )
    }

  /// Takes an engine's answer: the values of ``answers``.
  package init(_ values: [Int64]) {
    self.init(
      bets: values[0], returned: values[1], expected: values[2], variance: values[3],
      highestOdds: values[4], highestLoss: values[5], top: Array(values[6...]))
  }
}
