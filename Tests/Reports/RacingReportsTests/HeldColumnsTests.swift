import ColumnStore
import Racing
import ReportWriters
import StoreSupport
import Testing

@testable import Cards
@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

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
          let history = try HistoryJob([answer], startLimit: 500, from: snapshot, held: held).run()
          let expected = try HistoryJob([plain], startLimit: 500, from: snapshot).run()
          #expect("\(history)" == "\(expected)")
        }
      }
    }
  }

  @Test func `columns of an older state are let go before those of the newer one are derived`()
    throws
  {
    let snapshots = try [31, 32].map { try StoreFixture.season(runners: 300, seed: $0) }
    let held = HeldColumns()
    _ = try Self.answer(snapshots[0], "jockey", nil, 60, held)
    #expect(Self.known(held, snapshots[0]) != nil)
    #expect(Self.known(held, snapshots[1]) == nil)
    #expect(Self.known(held, snapshots[0]) == nil)
  }

  @Test func `the limit counts all that is held of pairs`() throws {
    let snapshot = try StoreFixture.season(runners: 300, seed: 31)
    let all = HeldColumns(byteLimit: .max)
    _ = try Self.answer(snapshot, "jockey+course", nil, 60, all)
    let known = try #require(Self.known(all, snapshot))
    let pairs = try #require(known.entities.values.first?.codes.count)
    let rows = snapshot.rowCount(of: "runners")
    // By pair: two keys' codes, the pair itself, its rank, and its code in the order of ranks.
    let bytes = 4 * (known.columns.count + 1) * rows + pairs * (2 * 4 + 8 + 4 + 4)
    for (limit, isHeld) in [(bytes, true), (bytes - 1, false)] {
      let held = HeldColumns(byteLimit: limit)
      _ = try Self.answer(snapshot, "jockey+course", nil, 60, held)
      #expect((Self.known(held, snapshot) != nil) == isHeld)
    }
  }

  private static func known(
    _ held: HeldColumns, _ snapshot: Snapshot
  ) -> (columns: KeyColumns, entities: [Dimension: OrderedEntities])? {
    var rules = FactRules.standard
    rules.breakDays = 60
    rules.market = .sp
    return held.columns(of: snapshot, NameAliases(), rules)
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
