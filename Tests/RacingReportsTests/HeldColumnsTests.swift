import ColumnStore
import Racing
import RacingReports
import ReportWriters
import StoreSupport
import Testing

struct HeldColumnsTests {
  @Test func `answers are the same with the columns of questions before`() throws {
    let snapshots = try [31, 32].map { try StoreFixture.season(runners: 3000, seed: $0) }
    let held = HeldColumns()
    let questions = [
      ("jockey", nil as String?), ("jockey+course", "sp < 12"), ("is_favourite+going", nil),
      ("runs_since_break", "runs_since_break > 0"), ("jockey", "is_favourite"),
      ("jockey+course", nil),
    ]
    for (turn, snapshot) in (snapshots + [snapshots[0]]).enumerated() {
      for (by, filter) in questions + questions {
        for breakDays in [60, 20 + turn] {
          let plain = try Self.answer(snapshot, by, filter, breakDays, nil)
          let answer = try Self.answer(snapshot, by, filter, breakDays, held)
          #expect(CSVReportWriter.text(answer.report) == CSVReportWriter.text(plain.report))
          let history = try HistoryJob(answer, startLimit: 500, from: snapshot, held: held).run()
          let expected = try HistoryJob(plain, startLimit: 500, from: snapshot).run()
          #expect("\(history)" == "\(expected)")
        }
      }
    }
  }

  private static func answer(
    _ snapshot: Snapshot, _ by: String, _ filter: String?, _ breakDays: Int,
    _ held: HeldColumns?
  ) throws -> ReportAnswer {
    var request = ReportRequest(dimensions: [try Dimension(by)], windows: [.all])
    request.filter = try filter.map { try Filter($0) }
    request.facts.breakDays = breakDays
    request.threads = 2
    var batch = request.batch
    batch.held = held
    return try ReportJob(batch, from: snapshot).run().answers[0]
  }
}
