import ColumnStore
import Columns
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// docs/reports.md §2: data from the as-of date on changes no byte.
@Suite struct PoisonTests {
  private static let rows = WildRaces(races: 60, salt: 31).rows

  @Test(arguments: ["2025-01-01", "2025-06-15"])
  func `rows dated the as-of date or later change no byte`(day: String) throws {
    let early = Self.rows.filter { Self.date($0) < day }
    let late = Self.rows.filter { Self.date($0) >= day }
    #expect(!early.isEmpty && !late.isEmpty)
    let expected = try bytes(StoreFixture.snapshot(csv: WildRaces.csv(Self.rows)), asOf: day)
    let stores: [String: Snapshot] = [
      "deleted": try StoreFixture.snapshot(csv: WildRaces.csv(early)),
      "changed": try StoreFixture.snapshot(csv: WildRaces.csv(early + late.map(Self.changed))),
      "changed by a second import": try StoreFixture.snapshot(
        csv: WildRaces.csv(Self.rows), WildRaces.csv(late.map(Self.changed))),
      "added": try StoreFixture.snapshot(csv: WildRaces.csv(Self.added(on: day) + Self.rows)),
    ]
    for (name, snapshot) in stores {
      #expect(try bytes(snapshot, asOf: day) == expected, "\(name), seed \(SeededGenerator.seed)")
    }
  }

  @Test func `a filter sees nothing that is dated the as-of date or later`() throws {
    let filter = try Filter(
      "days_since_last_run between 1 and 300 or days_since_last_run_band = 'first_run'")
    let early = Self.rows.filter { Self.date($0) < "2025-06-15" }
    let found = try bytes(
      StoreFixture.snapshot(csv: WildRaces.csv(Self.rows)), asOf: "2025-06-15", filter: filter)
    #expect(
      try bytes(
        StoreFixture.snapshot(csv: WildRaces.csv(early)), asOf: "2025-06-15", filter: filter)
        == found)
  }

  @Test func `a change the day before is seen`() throws {
    // Otherwise the test above could pass on anything.
    let all = try StoreFixture.snapshot(csv: WildRaces.csv(Self.rows))
    let more = try StoreFixture.snapshot(
      csv: WildRaces.csv(Self.added(on: "2025-06-14") + Self.rows))
    #expect(try bytes(all, asOf: "2025-06-15") != bytes(more, asOf: "2025-06-15"))
  }

  private func bytes(
    _ snapshot: Snapshot, asOf: String, filter: Filter? = nil
  ) throws -> [String] {
    var request = ReportRequest(
      dimensions: try [
        "jockey", "horse", "trainer+course", "country", "draw", "going+class+month+weekday",
        "days_since_last_run_band", "number+distance_band+odds_band+field_size_band",
      ].map { try Dimension($0) })
    request.asOf = Day(iso: asOf)
    request.filter = filter
    let result = try ReportJob(request, from: snapshot).run()
    return result.reports.flatMap { [CSVReportWriter.text($0), JSONReportWriter.text($0)] }
      + [SummaryWriter.text(result.summary, sources: [], version: "1")]
  }

  private static func date(_ row: String) -> String {
    String(row.split(separator: ",", omittingEmptySubsequences: false)[1])
  }

  /// Returns the same runner, with another result and another price.
  private static func changed(_ row: String) -> String {
    var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    // Counted from the end: names may hold commas.
    cells[cells.count - 6] = "1"
    cells[cells.count - 5] = "finished"
    cells[cells.count - 4] = "77"
    return cells.joined(separator: ",")
  }

  /// Returns a race in a new country, at the front of the file, so that codes shift as well.
  private static func added(on day: String) -> [String] {
    (1...5).map {
      "new,\(day),\(day)T00:00:01Z,1,New course,AU,true,9,New,1234,\($0),H\($0)-\($0),Ann,New trainer"
        + ",,,19,\($0),finished,2,9,true,3"
    }
  }
}
