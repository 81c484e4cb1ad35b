import StoreSupport
import Testing

@testable import Questions
@testable import RunnerKeys

/// Bands that users draw, the row of all runners, and conditions on rows.
@Suite struct KeyBandTests {
  private static let csv = """
    race_id,date,number,horse,jockey,course,distance_m,position,sp
    1,2026-01-01,1,Arkle,Ann,Ascot,1000,1,2
    1,2026-01-01,2,Bula,Bob,Ascot,1000,2,4
    2,2026-02-02,1,Arkle,Ann,York,1200,2,3.999999
    2,2026-02-02,2,Bula,Cy,York,1200,1,8
    3,2026-08-03,1,Arkle,,York,1599,3,
    3,2026-08-03,2,Bula,Cy,York,1599,1,20
    3,2026-08-03,3,Cora,Bob,York,1599,2,1.5
    4,2026-12-31,1,Cora,Bob,,1600,1,2

    """

  private func table(
    _ by: String, _ adjust: (inout ReportRequest) throws -> Void = { _ in }
  ) throws -> ReportTable {
    try ReportTable(by: by, Self.csv, request: adjust)
  }

  private func runs(
    _ by: String, _ adjust: (inout ReportRequest) throws -> Void = { _ in }
  ) throws -> [String] {
    let table = try table(by, adjust)
    let column = table.header.firstIndex(of: "runs")!
    return zip(table.names, table.rows).map { "\($0) \($1[column])" }
  }

  @Test func `a band begins with its number and ends just before the next`() throws {
    #expect(
      try runs("band(sp, 2, 4,8)") { $0.order = try RowOrder("sp_band") }
        == ["under_2 1", "2_to_4 3", "4_to_8 1", "8_up 2"])
    #expect(
      try runs("band(distance_m,1200,1600)") { $0.order = try RowOrder("distance_m_band:desc") }
        == ["1600_up 1", "1200_to_1600 5", "under_1200 2"])
    #expect(try table("course+band(sp,2.5)").header.prefix(3) == ["course", "sp_band", "window"])
    #expect(try Dimension("course+band(sp, 2.50)").keys == ["course", "band(sp,2.5)"])
    #expect(try Dimension("course+band(sp, 2.50)").fileName == "course-sp_band")
  }

  @Test(arguments: [
    "band(sp)", "band(sp,4,2)", "band(sp,2,2)", "band(jockey,1)", "band(sp,x)", "band(sp,2",
    "band(headgear,2)", "band(sp, 2.1234567)",
  ])
  func `bands of no number, or that do not rise, are refused`(text: String) {
    #expect(throws: ReportError.badBand(found: text)) { try Dimension(text) }
    #expect(throws: ReportError.badBand(found: text)) { try Dimension("course+" + text) }
  }

  @Test(arguments: [
    "none+jockey", "band(sp,2)+band(sp,3)", "days_since_last_run_band+band(days_since_last_run,9)",
  ])
  func `bands that repeat a column are refused`(text: String) {
    #expect(throws: ReportError.unknownDimension(found: text)) { try Dimension(text) }
  }

  @Test func `none is one row of all runners, whoever lacks a name`() throws {
    #expect(try runs("none") == ["all 8"])
    #expect(try runs("none") { $0.filter = try Filter("course = York") } == ["all 5"])
  }

  @Test func `totals end each window with the row of all runners`() throws {
    for by in ["jockey", "jockey+course", "band(sp,3)+jockey"] {
      let alone = try table(by) { $0.windows = try ["all", "30d"].map { try Window($0) } }
      let everyone = try table("none") { $0.windows = try ["all", "30d"].map { try Window($0) } }
      let both = try table(by) {
        $0.windows = try ["all", "30d"].map { try Window($0) }
        $0.hasTotals = true
      }
      let keyCount = alone.header.firstIndex(of: "window")!
      var expected: [[String]] = []
      for window in ["all", "30d"] {
        expected += alone.rows.filter { $0[keyCount] == window }
        expected += everyone.rows.filter { $0[1] == window }
          .map { Array(repeating: "all", count: keyCount) + $0.dropFirst() }
      }
      #expect(both.rows == expected, "\(by)")
    }
    // The row stays, whatever rows are shown.
    #expect(
      try runs("jockey") {
        $0.hasTotals = true
        $0.top = 1
        $0.having = try RowFilter("jockey != Bob")
      } == ["Ann 2", "all 8"])
  }

  @Test(arguments: [
    ("runs >= 3", ["Bob 3"]), ("runs < 3 and wins = 2", ["Cy 2"]), ("jockey like 'A%'", ["Ann 2"]),
    ("sp_roi > 0", ["Cy 2"]), ("last_run < 2026-03-01", ["Ann 2"]), ("not tote_roi > 0", []),
    ("tote_roi is null and window = 'all'", ["Bob 3", "Ann 2", "Cy 2"]),
    ("win_rate between 0.3 and 0.4", ["Bob 3"]),
  ])
  func `rows are shown for which a condition on their columns is true`(
    text: String, expected: [String]
  ) throws {
    #expect(try runs("jockey") { $0.having = try RowFilter(text) } == expected)
  }

  @Test func `a number's key is a number in a condition on rows`() throws {
    #expect(
      try runs("distance_m") { $0.having = try RowFilter("distance_m between 1100 and 1599.5") }
        == ["1599 3", "1200 2"])
  }

  @Test(arguments: [
    ("run > 3", "--having: found the field run; expected a column of the report (nearest: runs)\n"),
    ("", "--having: found no condition; expected one such as runs >= 30"),
    ("runs > x", "--having: found x; expected a number for runs\n  runs > x\n         ^"),
  ])
  func `a mistake in a condition on rows is placed`(text: String, message: String) {
    let error = #expect(throws: FilterError.self) { try RowFilter(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `a condition on another report's column is refused`() throws {
    let error = #expect(throws: ReportError.self) {
      try table("jockey") { $0.having = try RowFilter("z > 2") }
    }
    #expect(error?.description.hasPrefix("--having: found the column z; expected ") == true)
  }

  @Test func `rows with equal cells are ordered by the next column`() throws {
    #expect(
      try runs("jockey") { $0.order = try RowOrder("runs:asc, jockey:desc") }
        == ["Cy 2", "Ann 2", "Bob 3"])
    #expect(try RowOrder("runs:asc,jockey").description == "runs:asc,jockey:asc")
    #expect(throws: ReportError.self) {
      try table("jockey") { $0.order = try RowOrder("runs,draw") }
    }
  }

  @Test func `the first rows are kept for each value of a key`() throws {
    let found = try runs("course+jockey") {
      $0.order = try RowOrder("course,runs,jockey")
      $0.top = 1
      $0.topKey = "course"
    }
    #expect(found == ["Ascot+Ann 1", "York+Cy 2"])
    let error = #expect(throws: ReportError.self) {
      try table("course+jockey") { $0.topKey = "trainer" }
    }
    #expect(error?.description == "--per: found the key trainer; expected one of course, jockey")
  }

  @Test func `the calendar's keys follow from the race day`() throws {
    #expect(try runs("year+quarter") == ["2026+Q1 4", "2026+Q3 3", "2026+Q4 1"])
    #expect(try runs("season") == ["winter 5", "summer 3"])
    #expect(
      try runs("season") { $0.filter = try Filter("year > 2026 or quarter = Q3") } == ["summer 3"])
  }
}
