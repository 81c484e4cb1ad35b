import Columns
import Testing

/// Rivals beaten, form, losing runs and drawdown in small cases, computed by hand.
@Suite struct PerformanceTests {
  @Test func `ties take the middle rank and non-finishers the mean of the last ones`() throws {
    // Ranks 1, 2½, 2½, then 4 and 5 shared as 4½, of five; printed positions are not ranks.
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,outcome
      1,2026-01-01,1,Ann,1,
      1,2026-01-01,2,Bob,4,
      1,2026-01-01,3,Cy,4,
      1,2026-01-01,4,Dee,,fell
      1,2026-01-01,5,Eve,,disqualified
      1,2026-01-01,6,Flo,,non_runner
      1,2026-01-01,7,Gus,,void
      1,2026-01-01,8,Hal,,
      """)
    let prb = ["Ann", "Bob", "Cy", "Dee", "Eve"].map { table[$0, "prb"] }
    #expect(prb == ["1.000000", "0.625000", "0.625000", "0.125000", "0.125000"])
    #expect(table.names == ["Ann", "Bob", "Cy", "Dee", "Eve"])
  }

  @Test func `a race with one starter counts, but not for rivals or form`() throws {
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,outcome,sp
      1,2026-01-01,1,Ann,1,,1.5
      1,2026-01-01,2,Bob,,non_runner,
      2,2026-01-02,1,Cy,2,,
      2,2026-01-02,2,Dee,1,,
      3,2026-01-03,1,Cy,1,,2
      """)
    #expect(table.cells("Ann", "runs", "wins", "prb", "form_score") == ["1", "1", "", ""])
    #expect(table.cells("Ann", "expected_wins", "ae") == ["1.0000", "1.000000"])
    #expect(table.cells("Cy", "runs", "prb", "form_score") == ["2", "0.000000", "0.000000"])
  }

  @Test func `a walkover is a run and a win, and without a price no bet`() throws {
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,outcome,sp
      1,2026-01-01,1,Ann,1,,
      1,2026-01-01,2,Bob,,non_runner,
      2,2026-01-02,1,Ann,2,,4
      2,2026-01-02,2,Dee,1,,2
      """)
    #expect(table.cells("Ann", "runs", "wins", "sp_bets") == ["2", "1", "1"])
    #expect(table["Ann", "sp_profit"] == "-1.0000")
    #expect(table.cells("Ann", "expected_wins", "ae") == ["0.3333", "0.000000"])
  }

  @Test func `form halves in thirty days and ends after 365`() throws {
    // Ages 1 and 31: weights 977,159,968 and 488,579,984 of 10⁻⁹, so 2 to 1; 366 is too old.
    let table = try ReportTable(
      windows: ["30d", "all"],
      """
      race_id,date,number,jockey,position
      1,2025-12-31,1,Ann,1
      1,2025-12-31,2,Bob,2
      2,2025-12-01,1,Ann,2
      2,2025-12-01,2,Bob,1
      3,2024-12-31,1,Ann,2
      3,2024-12-31,2,Bob,1
      """)
    #expect(table["Ann", "form_score"] == "0.666667")
    #expect(table["Ann", "prb"] == "0.333333")
    #expect(table["Ann", "form_score", window: "30d"] == "1.000000")
    let older = try ReportTable(
      "race_id,date,number,jockey,position\n1,2025-01-01,1,Ann,1\n1,2025-01-01,2,Bob,2"
    ) { $0.asOf = Day(iso: "2026-01-02")! }
    #expect(older.cells("Ann", "prb", "form_score") == ["1.000000", ""])
  }

  @Test func `every outcome has its character and six stay, the newest at the right`() throws {
    let runs = [
      "9,finished", "10,finished", ",pulled_up", ",fell", ",unseated", ",brought_down",
      ",refused", ",ran_out", ",slipped_up", ",carried_out", ",disqualified", ",did_not_finish",
      ",lost", ",non_runner", ",void", ",unresolved",
    ]
    let rows = runs.enumerated().map { "\($0),2026-01-\($0 + 10),1,Ann,\($1)" }
    let text = "race_id,date,number,jockey,position,outcome\n" + rows.joined(separator: "\n")
    #expect(try ReportTable(text)["Ann", "recent_form"] == "OSCD-?")
    let early = try ReportTable(text) { $0.asOf = Day(iso: "2026-01-16")! }
    #expect(early["Ann", "recent_form"] == "90PFUB")
    let few = try ReportTable(text) { $0.asOf = Day(iso: "2026-01-12")! }
    #expect(few.cells("Ann", "recent_form", "last_run") == ["90", "2026-01-11"])
  }

  @Test func `losing runs and drawdown follow the runs of the window`() throws {
    // Profits +4 −1 −1 −1 +1 −1 and one run without a price.
    let results = ["1,5", "2,3", "2,3", "2,3", "1,2", "3,2", "4,"]
    let rows = results.enumerated().map { "\($0),2026-01-0\($0 + 1),1,Ann,\($1)" }
    let table = try ReportTable(
      windows: ["all", "3d", "5d"],
      "race_id,date,number,jockey,position,sp\n" + rows.joined(separator: "\n"))
    let columns = ["longest_losing_run", "current_losing_run", "max_drawdown"]
    #expect(columns.map { table["Ann", $0] } == ["3", "2", "3.0000"])
    // +1 −1 and the unpriced loss.
    #expect(columns.map { table["Ann", $0, window: "3d"] } == ["2", "2", "1.0000"])
    // −1 −1 +1 −1: the starting 0 is a peak.
    #expect(columns.map { table["Ann", $0, window: "5d"] } == ["2", "2", "2.0000"])
  }

  @Test func `runs of a day follow off time, race number, race key and runner number`() throws {
    // No off time, then 13:00, then 14:00 (which one row of the race does not say); within one
    // time numbers, none first, then keys by value; within a race the number, none last.
    let table = try ReportTable(
      """
      race_id,date,off_time,race_no,number,horse,jockey,position
      9,2026-01-01,,1,1,A,Ann,1
      8,2026-01-01,2026-01-01T13:00:00Z,,1,B,Ann,2
      10,2026-01-01,2026-01-01T13:00:00Z,,1,C,Ann,3
      x,2026-01-01,2026-01-01T13:00:00Z,,,D,Ann,5
      x,2026-01-01,2026-01-01T13:00:00Z,,2,E,Ann,4
      1,2026-01-01,,2,1,F,Ann,6
      1,2026-01-01,2026-01-01T14:00:00Z,2,2,G,Ann,7
      """)
    #expect(table["Ann", "recent_form"] == "234567")
    #expect(table["Ann", "longest_losing_run"] == "6")
  }
}
