import Cards
import ColumnStore
import Columns
import EntityReports
import Questions
import ReportPages
import RunnerKeys
import StoreSupport
import Testing

/// Every cell of a page's tables of data quality, against figures that were counted by hand.
struct DataQualityTests {
  private static let csv = """
    race_id,date,number,jockey,outcome,position,sp,bsp
    1,2026-01-05,1,Ann,,1,3,
    1,2026-01-05,2,Bob,,2,2,2.5
    1,2026-01-05,3,Cat,non_runner,,,
    2,2026-01-20,1,Ann,,1,4,4.5
    2,2026-01-20,2,Dan,unresolved,,,
    3,2026-02-03,1,Ann,,2,,5
    4,2026-03-02,1,Ann,,1,2,
    """
  private static let sources = [
    source("a.csv", duplicates: 1_240, ["2026-01": 1_234, "2026-03": 6]),
    source("b.csv", duplicates: 2, ["2026-02": 2]),
    source("dividends.csv", duplicates: 5, [:]), source("older.csv", duplicates: 0, nil),
  ]
  private static let note =
    "Runners that the filter lets through; duplicates are of all runners read, whatever the filter "
    + "and the as-of day."

  @Test(arguments: [
    (
      nil,
      [
        ["2026-01", "2", "3", "1", "1", "3", "0", "2", "1,234"],
        ["2026-02", "1", "1", "0", "0", "0", "0", "1", "2"],
      ]
    ),
    (
      "number = 2",
      [
        ["2026-01", "2", "1", "0", "1", "1", "0", "1", "1,234"],
        ["2026-02", "0", "0", "0", "0", "0", "0", "0", "2"],
      ]
    ),
  ])
  func `duplicates of all months stand beside the runners of a question`(
    filter: String?, expected: [[String]]
  ) throws {
    let months = try Self.page(filter, Self.sources).quality("Coverage by month")
    #expect(
      months.header == [
        "month", "races", "runs", "non-runners", "unresolved", "sp prices", "tote prices",
        "bsp prices", "duplicates",
      ])
    // The as-of day lies before the races of March.
    #expect(months.rows == expected + [["2026-03", "0", "0", "0", "0", "0", "0", "0", "6"]])
    #expect(months.note == Self.note)
  }

  @Test func `an older import with duplicates leaves all months without`() throws {
    let older = Self.source("older.csv", duplicates: 3, nil)
    let months = try Self.page(nil, Self.sources + [older]).quality("Coverage by month")
    #expect(months.rows.map { $0[0] } == ["2026-01", "2026-02"])
    #expect(months.rows.map { $0[8] } == ["—", "—"])
    #expect(months.note == Self.note + " —: older imports know duplicates by source only.")
  }

  @Test func `each source has its counts and reasons`() throws {
    let sources = try Self.page(nil, Self.sources).quality("Sources")
    #expect(
      sources.header == ["source", "rows read", "stored", "duplicates", "rejected", "reasons"])
    #expect(
      sources.rows == [
        ["a.csv", "4,245", "2,000", "1,240", "1,005", "date 5, sp 1,000"],
        ["b.csv", "3,007", "2,000", "2", "1,005", "date 5, sp 1,000"],
        ["dividends.csv", "3,010", "2,000", "5", "1,005", "date 5, sp 1,000"],
        ["older.csv", "3,005", "2,000", "0", "1,005", "date 5, sp 1,000"],
      ])
    #expect(sources.note == "All rows read, whatever the filter and the as-of day.")
  }

  // MARK: - Implementation

  private static func source(
    _ name: String, duplicates: Int, _ months: [String: Int]?
  ) -> SourceCounts {
    SourceCounts(
      name: name, rowsRead: 3_005 + duplicates, stored: 2_000, duplicates: duplicates,
      duplicateMonths: months, rejected: 1_005, reasons: ["sp": 1_000, "date": 5])
  }

  private static func page(_ filter: String?, _ sources: [SourceCounts]) throws -> PageReader {
    let snapshot = try StoreFixture.snapshot(csv: csv)
    var request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
    request.asOf = Day(year: 2026, month: 3, day: 1)
    request.filter = try filter.map { try Filter($0) }
    let answer = try ReportJob(request, from: snapshot).run().answers[0]
    let history = try HistoryJob([answer], startLimit: 100, from: snapshot).run()[0]
    return try PageReader(
      ReportPage.text(
        [ReportPage.Part(name: "jockey", answer: answer, history: history)],
        RunFacts(command: "", version: "0", sources: sources)))
  }
}
