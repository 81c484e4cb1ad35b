import ColumnStore
import SeasonTotals
import Seasons

extension Suite {
  /// Times a team's season, and holds it against the plain recount.
  func season(_ ledger: GeneratedLedger) throws -> Measurement {
    try measure("season totals", rows: ledger.rowCount) {
      var request = SeasonRequest(GeneratedLedger.season)
      request.threads = threads
      return try SeasonJob(request, from: try Snapshot(store: ledger.store)).run()
    } verify: { report in
      let recount = ledger.recount
      // A ledger that leads to no reward, or to all, would test little.
      precondition(recount.reachedAt.first! != nil && recount.reachedAt.last! == nil)
      let points = Dictionary(uniqueKeysWithValues: report.runners.map { ($0.id, $0.points) })
      let expected = Dictionary(
        uniqueKeysWithValues: recount.points.enumerated().filter { recount.counts[$0.offset] > 0 }
          .map { ("\($0.offset)", $0.element) })
      let found = points.filter { expected[$0.key] != nil || $0.value != 0 }
      guard found == expected, report.teamTotal == recount.teamTotal,
        report.rewards.map(\.achievedAt) == recount.reachedAt
      else {
        throw WrongAnswer(
          description: "season totals: found \(report.teamTotal) points, rewards at "
            + "\(report.rewards.map(\.achievedAt)); expected \(recount.teamTotal) at "
            + "\(recount.reachedAt), and each runner's points")
      }
    }
  }
}
