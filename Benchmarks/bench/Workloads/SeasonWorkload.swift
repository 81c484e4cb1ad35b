import ColumnStore
import SeasonTotals
import StoreTables

/// W8: a running club's ledger to a team's season.
struct SeasonWorkload: Workload {
  let ledger: Ledger
  let threads: Int
  private let expected: SeasonExpectation
  private var report: SeasonReport?

  init(_ ledger: Ledger, threads: Int) throws {
    self.ledger = ledger
    self.threads = threads
    expected = try SeasonExpectation(contentsOf: ledger.expectation)
  }

  var rows: Int { ledger.rowCount }

  var touchedBytes: Int {
    guard let snapshot = try? Snapshot(store: ledger.store) else { return 0 }
    return snapshot.segments(of: SeasonTables.pointsLedger).reduce(0) { $0 + $1.rows.rowCount }
      * Self.rowBytes
  }

  /// Time, runner, season, year, kind, activity type and points; the key is not read.
  private static let rowBytes = 8 + 4 + 4 + 2 + 4 + 4 + 4

  mutating func run() throws {
    var request = SeasonRequest(Ledger.season)
    request.threads = threads
    report = try SeasonJob(request, from: try Snapshot(store: ledger.store)).run()
  }

  func digest() -> String { "\(report!.teamTotal) \(report!.rewards.map { $0.achievedAt ?? 0 })" }

  func answer() -> String {
    var digest = IntegerDigest()
    for runner in report!.runners { digest.add(runner.points) }
    return self.digest() + " " + digest.text
  }

  func verify() throws {
    let report = report!
    // A ledger that leads to no reward, or to all, would test little.
    precondition(expected.reachedAt.first! != nil && expected.reachedAt.last! == nil)
    let points = Dictionary(uniqueKeysWithValues: report.runners.map { ($0.id, $0.points) })
    let found = points.filter { expected.points[$0.key] != nil || $0.value != 0 }
    guard found == expected.points, report.teamTotal == expected.teamTotal,
      report.rewards.map(\.achievedAt) == expected.reachedAt
    else {
      throw WrongAnswer(
        description: "season totals: found \(report.teamTotal) points, rewards at "
          + "\(report.rewards.map(\.achievedAt)); expected \(expected.teamTotal) at "
          + "\(expected.reachedAt), and each runner's points")
    }
  }
}
