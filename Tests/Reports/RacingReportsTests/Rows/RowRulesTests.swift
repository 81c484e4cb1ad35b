import Columns
import StoreSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// The rows of a report, their order, and their empty cells.
@Suite struct RowRulesTests {
  @Test func `a runner without the key has no row but belongs to the population`() throws {
    let table = try ReportTable(
      by: "jockey+trainer",
      """
      race_id,date,number,jockey,trainer,position
      1,2026-01-01,1,Ann,Tod,1
      1,2026-01-01,2,,Tod,2
      1,2026-01-01,3,Bob,,3
      1,2026-01-01,4,Cy,Una,4
      """)
    #expect(table.names == ["Ann+Tod", "Cy+Una"])
    // Every ride won; of all rides, one in four.
    #expect(table.cells("Ann+Tod", "iv", "runs") == ["4.000000", "1"])
    #expect(table["Cy+Una", "iv"] == "0.000000")
  }

  @Test func `impact value is undefined where no one won`() throws {
    let table = try ReportTable(
      "race_id,date,number,jockey,position\n1,2026-01-01,1,Ann,2\n1,2026-01-01,2,Bob,3")
    #expect(table["Ann", "iv"] == "")
  }

  @Test func `Wilson's interval is that of 1 in 10, 0 in 1 and 1 in 1`() throws {
    let rows = (1...10).map { "\($0),2026-01-\($0 + 10),1,Ann,\($0 == 1 ? 1 : 2)" }
    let table = try ReportTable(
      windows: ["all", "1d"],
      "race_id,date,number,jockey,position\n" + rows.joined(separator: "\n")
        + "\n1,2026-01-11,2,Bob,2\n10,2026-01-20,2,Cy,1")
    let rate = ["win_rate", "win_rate_low", "win_rate_high"]
    #expect(rate.map { table["Ann", $0] } == ["0.100000", "0.017876", "0.404150"])
    #expect(rate.map { table["Bob", $0] } == ["0.000000", "0.000000", "0.793451"])
    #expect(rate.map { table["Cy", $0] } == ["1.000000", "0.206549", "1.000000"])
  }

  @Test func `the interval of returns is that of a score test`() throws {
    let table = try ReportTable(
      by: "trainer", windows: ["1d", "all"],
      """
      race_id,date,number,jockey,trainer,position,sp
      1,2026-01-02,1,Ann,Tod,1,5
      1,2026-01-02,2,Bob,Tod,2,3
      2,2026-01-01,1,Ann,Tod,2,3
      """)
    let roi = ["sp_roi", "sp_roi_low", "sp_roi_high"]
    // By scripts/interval-coverage.py: priced_ends(2, 5, 5 + 3, 25 + 9, 2²) and
    // priced_ends(3, 5, 5 + 3 + 3, 25 + 9 + 9, 2² + 1).
    #expect(roi.map { table["Tod", $0, window: "1d"] } == ["1.500000", "-0.666460", "1.989221"])
    #expect(roi.map { table["Tod", $0] } == ["0.666667", "-0.793221", "1.877265"])
  }

  @Test func `cells without a price are empty, and bets are 0`() throws {
    let table = try ReportTable("race_id,date,number,jockey,position\n1,2026-01-01,1,Ann,1")
    for basis in ["sp", "tote", "bsp"] {
      #expect(table["Ann", "\(basis)_bets"] == "0")
      for column in ["returned", "profit", "roi", "roi_low", "roi_high"] {
        #expect(table["Ann", "\(basis)_\(column)"] == "", "\(basis)_\(column)")
      }
    }
    #expect(table.cells("Ann", "expected_wins", "ae", "max_drawdown") == ["", "", ""])
  }

  @Test func `nothing is ever printed as minus zero`() throws {
    // Profits that sum to 0, and to −0.00004.
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,Ann,1,2
      2,2026-01-02,1,Ann,2,2
      3,2026-01-01,1,Bob,1,1.99996
      4,2026-01-02,1,Bob,2,2
      5,2026-01-01,1,Cy,1,1.0000001
      """)
    #expect(table.cells("Ann", "sp_profit", "sp_roi") == ["0.0000", "0.000000"])
    #expect(table.cells("Bob", "sp_profit", "sp_roi") == ["0.0000", "-0.000020"])
    #expect(table.rows.joined().allSatisfy { !$0.hasPrefix("-0") || Double($0)! < 0 })
  }

  @Test func `rows stand by window as asked for, runs, then the bytes of their keys`() throws {
    // In UTF-8 Z comes before a, and é before 潘 before 🐎, which UTF-16 would put first.
    let names = ["🐎", "潘頓", "\u{FF21}", "é", "a", "Z"]
    let rows = names.enumerated().map { "1,2026-01-02,\($0 + 1),\($1),\($0 + 1)" }
    let table = try ReportTable(
      windows: ["all", "1d"],
      "race_id,date,number,jockey,position\n2,2026-01-01,1,a,1\n" + rows.joined(separator: "\n"))
    let byBytes = ["Z", "a", "é", "潘頓", "\u{FF21}", "🐎"]
    #expect(table.names == ["a", "Z", "é", "潘頓", "\u{FF21}", "🐎"] + byBytes)
  }

  @Test func `names that differ in their Unicode form only are one name`() throws {
    let table = try ReportTable(
      "race_id,date,number,jockey,position\n1,2026-01-01,1,Zoe\u{308},1\n2,2026-01-01,1,Zo\u{EB},1")
    #expect(table.rows.map { Array($0[0].unicodeScalars) } == [Array("Zo\u{EB}".unicodeScalars)])
    #expect(table.rows[0][4] == "2")
  }

  @Test func `the default as-of date is the day after the last race day`() throws {
    // The first row stored is a non-runner's: it starts "all", and the last day has no starter.
    let csv = """
      race_id,date,number,jockey,position,outcome
      1,2025-11-30,1,Ann,,non_runner
      2,2026-01-01,1,Ann,1,
      3,2026-03-04,1,Bob,,non_runner
      """
    let table = try ReportTable(windows: ["all", "90d"], csv)
    #expect(table.cells("Ann", "from", "to", "runs") == ["2025-11-30", "2026-03-04", "1"])
    #expect(table["Ann", "from", window: "90d"] == "2025-12-05")
    let earlier = try ReportTable(windows: ["all", "1d"], csv) { $0.asOf = Day(iso: "2026-01-02")! }
    #expect(earlier.cells("Ann", "from", "to") == ["2025-11-30", "2026-01-01"])
    #expect(earlier["Ann", "from", window: "1d"] == "2026-01-01")
  }

  @Test func `a window covers its first day and not the as-of date`() throws {
    let rows = (1...9).map { "\($0),2026-01-0\($0),1,Ann,1" }
    let table = try ReportTable(
      windows: ["3d"], "race_id,date,number,jockey,position\n" + rows.joined(separator: "\n")
    ) { $0.asOf = Day(iso: "2026-01-08")! }
    #expect(table["Ann", "runs", window: "3d"] == "3")
    #expect(table["Ann", "from", window: "3d"] == "2026-01-05")
  }

  @Test(arguments: ["2026-01-20", "2026-02-20"])
  func `a race that a later file moves counts on its new day`(day: String) throws {
    // The later file contains only one of the runners, but the race's day applies to both.
    let snapshot = try StoreFixture.snapshot(
      csv: """
        race_id,date,number,jockey,position
        1,2026-01-05,1,Ann,1
        1,2026-01-05,2,Bob,2
        2,2026-01-10,1,Ann,3
        3,2026-02-10,1,Ann,4
        """,
      "race_id,date,number,jockey,position\n1,\(day),2,Bob,2")
    let after = try ReportTable(by: "jockey", windows: ["all"], of: snapshot)
    #expect(after["Ann", "recent_form"] == (day < "2026-02" ? "314" : "341"))
    let before = try ReportTable(by: "jockey", windows: ["all"], of: snapshot) {
      $0.asOf = Day(iso: day)
    }
    #expect(before["Bob", "runs"] == nil)
    #expect(before["Ann", "recent_form"] == (day < "2026-02" ? "3" : "34"))
  }

  @Test func `a key that no runner has gives an empty report`() throws {
    let csv = "race_id,date,number,jockey,position\n1,2026-01-01,1,Ann,1"
    #expect(try ReportTable(by: "owner", csv).rows.isEmpty)
    #expect(try ReportTable(by: "jockey+sire", csv).rows.isEmpty)
  }

  @Test func `a report needs a race before the as-of date`() throws {
    let snapshot = try StoreFixture.snapshot(csv: "race_id,date,number,position\n1,2026-01-01,1,1")
    var request = ReportRequest(dimensions: [try Dimension("jockey")])
    request.asOf = Day(iso: "2026-01-01")
    #expect(throws: ReportError.noRaces(store: snapshot.store, asOf: "2026-01-01")) {
      try ReportJob(request, from: snapshot)
    }
  }
}
