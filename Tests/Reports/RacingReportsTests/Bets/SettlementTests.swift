import Columns
import Racing
import Testing

/// Dead heats, tote and exchange in small cases, computed by hand.
@Suite struct SettlementTests {
  @Test func `two tied for first share one winner's odds`() throws {
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,sp,bsp
      1,2026-01-01,1,Ann,1,5,6
      1,2026-01-01,2,Bob,1,3,4
      1,2026-01-01,3,Cy,3,4,4
      """
    ) { $0.commission = Commission(rateMicros: 0)! }
    #expect(table.cells("Ann", "wins", "sp_returned", "sp_profit") == ["1", "2.5000", "1.5000"])
    #expect(table.cells("Bob", "sp_returned", "bsp_returned") == ["1.5000", "2.0000"])
    #expect(table.cells("Cy", "wins", "sp_returned", "sp_roi") == ["0", "0.0000", "-1.000000"])
    // Fair chances are 1/5, 1/3 and 1/4 of 47/60; half a win over 12/47 of one.
    #expect(table.cells("Ann", "expected_wins", "ae") == ["0.2553", "1.958333"])
  }

  @Test func `three tied for first take a third each, rounded once`() throws {
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,Ann,1,4
      1,2026-01-01,2,Bob,1,2
      1,2026-01-01,3,Cy,1,10
      1,2026-01-01,4,Dee,4,2
      """)
    #expect(table["Ann", "sp_returned"] == "1.3333")
    #expect(table["Ann", "sp_roi"] == "0.333333")
    #expect(table["Bob", "sp_returned"] == "0.6667")
    #expect(table["Cy", "sp_profit"] == "2.3333")
    #expect(table.names.allSatisfy { ($0 == "Dee") == (table[$0, "wins"] == "0") })
  }

  @Test func `tied at the last paid place, all are placed`() throws {
    let rows = (1...8).map { "1,2026-01-01,\($0),J\($0),\($0 < 3 ? $0 : $0 < 6 ? 3 : $0)" }
    let table = try ReportTable(
      "race_id,date,number,jockey,position\n" + rows.joined(separator: "\n"))
    #expect((1...8).map { table["J\($0)", "places"]! }.joined() == "11111000")
  }

  @Test func `a winner without a declared dividend has no tote price`() throws {
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,outcome,tote,tote_paid
      1,2026-01-01,1,Ann,1,finished,,true
      1,2026-01-01,2,Bob,2,finished,3.5,true
      1,2026-01-01,3,Cy,,fell,,true
      2,2026-01-01,1,Dee,1,finished,,false
      2,2026-01-01,2,Eve,2,finished,,
      """)
    #expect(table.cells("Ann", "tote_bets", "tote_returned", "tote_roi") == ["0", "", ""])
    // The pool may be paid before the result is amended: the dividend counts at any position.
    #expect(table.cells("Bob", "tote_bets", "tote_profit") == ["1", "2.5000"])
    #expect(table.cells("Cy", "tote_bets", "tote_profit") == ["1", "-1.0000"])
    #expect(table["Dee", "tote_bets"] == "0" && table["Eve", "tote_bets"] == "0")
  }

  @Test func `a dividend is not shared again in a dead heat`() throws {
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,tote,tote_paid
      1,2026-01-01,1,Ann,1,1.85,true
      1,2026-01-01,2,Bob,1,2.1,true
      """)
    #expect(table["Ann", "tote_returned"] == "1.8500")
    #expect(table["Bob", "tote_returned"] == "2.1000")
  }

  @Test func `a dividend alone says that the race's tote is paid`() throws {
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,tote
      1,2026-01-01,1,Ann,1,1.85
      1,2026-01-01,2,Bob,2,
      2,2026-01-01,1,Cy,1,
      """)
    #expect(table.cells("Ann", "tote_bets", "tote_returned") == ["1", "1.8500"])
    #expect(table.cells("Bob", "tote_bets", "tote_returned") == ["1", "0.0000"])
    #expect(table["Cy", "tote_bets"] == "0")
  }

  @Test func `commission is taken from the net of a row's bets in one race`() throws {
    let csv = """
      race_id,date,number,jockey,trainer,position,bsp
      1,2026-01-01,1,Ann,Tod,1,5
      1,2026-01-01,2,Bob,Tod,2,4
      1,2026-01-01,3,Cy,Una,3,4
      2,2026-01-02,1,Ann,Tod,2,2
      """
    // Tod: 5 % of 4 − 1 = 3, separately from the second race's loss; Ann pays on her 4 only.
    let trainers = try ReportTable(by: "trainer", csv)
    #expect(trainers.cells("Tod", "bsp_bets", "bsp_returned") == ["3", "4.8500"])
    #expect(trainers.cells("Tod", "bsp_profit", "bsp_roi") == ["1.8500", "0.616667"])
    #expect(trainers["Una", "bsp_profit"] == "-1.0000")
    let jockeys = try ReportTable(by: "jockey", csv)
    #expect(jockeys.cells("Ann", "bsp_returned", "bsp_profit") == ["4.8000", "2.8000"])
    let none = try ReportTable(by: "trainer", csv) { $0.commission = Commission(rateMicros: 0)! }
    #expect(none["Tod", "bsp_returned"] == "5.0000")
  }

  @Test func `place terms follow the race's country`() throws {
    // Five starters: three paid places in America, two everywhere else; without a country, as in
    // Britain, independent of the other races' countries.
    let countries = ["US", "HK", "GB", "", "AU", "FR"]
    let rows = countries.enumerated().flatMap { race, country in
      (1...5).map { "\(race),2026-01-0\(race + 1),\(country),\($0),\($0) in \(country),\($0)" }
    }
    let table = try ReportTable(
      "race_id,date,country,number,jockey,position\n" + rows.joined(separator: "\n"))
    for (country, paid) in [("US", 3), ("HK", 2), ("GB", 2), ("", 2), ("AU", 2), ("FR", 2)] {
      let placed = (1...5).count { table["\($0) in \(country)".trimmed, "places"] == "1" }
      #expect(placed == paid, "in \(country)")
    }
  }
}

extension String {
  /// Without the blank that an import takes off.
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
