import ColumnStore
import Columns
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// Filtered reports against the reference with the same condition as a closure.
@Suite struct FilterReportTests {
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 120, salt: 51).csv)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let holds: @Sendable (ReferenceRunner) -> Bool
    var testDescription: String { text }

    init(_ text: String, _ holds: @escaping @Sendable (ReferenceRunner) -> Bool) {
      self.text = text
      self.holds = holds
    }
  }

  private static let cases = [
    Case("sp < 10") { $0.sp.map { $0 < 10_000_000 } ?? false },
    Case("not sp < 10") { $0.sp.map { $0 >= 10_000_000 } ?? false },
    Case("sp is null or bsp > 100") { $0.sp == nil || ($0.bsp ?? 0) > 100_000_000 },
    Case("jockey in ('Zoë', '潘頓', \"Cy, Jr\")") {
      ["Zoë", "潘頓", "Cy, Jr"].contains($0.keys["jockey"])
    },
    Case("course = C1 and going like 'G%'") {
      $0.keys["course"] == "C1" && $0.keys["going"] == "Good"
    },
    Case("distance_band in (mile, sprint) and not weekday = 'Saturday'") {
      ["mile", "sprint"].contains($0.keys["distance_band"]) && $0.keys["weekday"] != "Saturday"
    },
    Case("days_since_last_run between 8 and 90") {
      $0.keys["horse"] != nil && ($0.daysSinceLastRun.map { (8...90).contains($0) } ?? false)
    },
    Case("days_since_last_run is null") {
      $0.keys["horse"] == nil || $0.daysSinceLastRun == nil
    },
    Case("days_since_last_run_band = first_run and draw <= 5") {
      $0.keys["days_since_last_run_band"] == "first_run" && ($0.draw.map { $0 <= 5 } ?? false)
    },
    Case("outcome = fell or outcome = non_runner") {
      ["fell", "non_runner"].contains($0.outcome)
    },
    Case("month >= '2025-01' and field_size_band <> '16_up'") {
      $0.keys["month"]! >= "2025-01" && ($0.keys["field_size_band"].map { $0 != "16_up" } ?? false)
    },
    Case("odds_band = '05.00_to_07.99' and number > 1 and country is not null") {
      $0.keys["odds_band"] == "05.00_to_07.99" && ($0.number ?? 0) > 1
        && $0.keys["country"] != nil
    },
    Case("jockey = 'nobody at all'") { _ in false },
  ]

  @Test(arguments: LongForm.cases(cases, short: 5))
  func `a filtered report counts whom the condition holds for`(one: Case) throws {
    let dimensions = ["jockey", "trainer+draw", "field_size_band", "odds_band", "horse"]
    for threads in 1...3 {
      try expectReference(try Self.wild.get(), dimensions, ["90d", "all"]) {
        $0.filter = try Filter(one.text)
        $0.threads = threads
      } reference: {
        $0.filter = one.holds
      }
    }
  }

  @Test func `race facts come from the whole race, and a market from the row's bets`() throws {
    // Ann beats three rivals in four; the book has four prices; Tod has two bets in one market.
    let csv = """
      race_id,date,number,jockey,trainer,position,sp,bsp
      1,2026-01-01,1,Ann,Tod,1,4,4
      1,2026-01-01,2,Bob,Tod,2,4,4
      1,2026-01-01,3,Cy,Una,3,4,4
      1,2026-01-01,4,Dee,Una,4,4,4
      """
    let ann = try ReportTable(csv) { $0.filter = try Filter("jockey = 'Ann'") }
    #expect(ann.names == ["Ann"])
    #expect(ann.cells("Ann", "expected_wins", "prb", "places") == ["0.2500", "1.000000", "1"])
    #expect(ann.cells("Ann", "iv", "bsp_profit") == ["1.000000", "2.8500"])
    let both = try ReportTable(by: "trainer", csv) { $0.filter = try Filter("trainer = 'Tod'") }
    // 4 − 2 is 2, less 5 %.
    #expect(both.cells("Tod", "runs", "bsp_profit") == ["2", "1.9000"])
  }

  @Test func `all covers the days from the first stored row on, filter or not`() throws {
    let csv = """
      race_id,date,number,jockey,position
      1,2026-01-01,1,Ann,1
      2,2026-01-05,1,Bob,1
      """
    let table = try ReportTable(csv) { $0.filter = try Filter("jockey = 'Bob'") }
    #expect(table.cells("Bob", "from", "to") == ["2026-01-01", "2026-01-05"])
  }

  @Test func `a filter that holds for everybody changes no byte of a report`() throws {
    let snapshot = try Self.wild.get()
    func bytes(_ filter: String?) throws -> [String] {
      var request = ReportRequest(dimensions: [try Dimension("jockey"), try Dimension("going")])
      request.filter = try filter.map { try Filter($0) }
      return try ReportJob(request, from: snapshot).run().reports.map(CSVReportWriter.text)
    }
    #expect(try bytes("sp > 0 or sp is null") == bytes(nil))
  }
}
