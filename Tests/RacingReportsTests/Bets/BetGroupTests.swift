import Columns
import Racing
import Testing

@testable import RacingReports

/// Bets beyond those to win: each-way, on places and to lay, in small cases whose answers are
/// printed elsewhere or computed by hand.
@Suite struct BetGroupTests {
  /// One race of eight at 10.0 each; `positions` by saddlecloth, 0 for a faller.
  private static func race(
    _ positions: [Int], sp: String = "10", handicap: Bool = false, country: String = "GB"
  ) -> String {
    let rows = positions.enumerated().map { index, position in
      let end = position > 0 ? "\(position),finished" : ",fell"
      return "1,2026-01-01,\(country),\(handicap),\(index + 1),J\(index + 1),\(end),\(sp),,"
    }
    return "race_id,date,country,handicap,number,jockey,position,outcome,sp,bsp,place_bsp\n"
      + rows.joined(separator: "\n")
  }

  private static func table(_ csv: String, _ bets: BetGroup...) throws -> ReportTable {
    try ReportTable(csv) {
      $0.figures = FigureChoice(bets: bets)
      $0.commission = Commission(rateMicros: 50_000)!
    }
  }

  /// 2+2 at 10.0 and a fifth: 21.6, 1.6 and −4 (E064); here on one unit each way.
  @Test func `an each-way bet at a fifth is the published one`() throws {
    let table = try Self.table(Self.race([1, 2, 3, 4, 5, 6, 7, 8]), .eachWay)
    #expect(table.cells("J1", "ew_bets", "ew_staked") == ["1", "2.0000"])
    #expect(table.cells("J1", "ew_profit", "ew_roi") == ["10.8000", "5.400000"])
    #expect(table.cells("J3", "ew_profit", "ew_roi") == ["0.8000", "0.400000"])
    #expect(table.cells("J4", "ew_profit", "ew_roi") == ["-2.0000", "-1.000000"])
  }

  /// 10+10 at 10.0 and a quarter: 112.5, 12.5 and −20 (E065).
  @Test func `an each-way bet at a quarter is the published one`() throws {
    let table = try Self.table(Self.race([1, 2, 3, 4, 5, 6]), .eachWay)
    #expect(["J1", "J2", "J3"].map { table[$0, "ew_profit"] } == ["11.2500", "1.2500", "-2.0000"])
  }

  /// 20+20 at 16/1, third in a handicap of twelve at a quarter: 100 back (E066).
  @Test func `a third in a handicap of twelve returns five units`() throws {
    let table = try Self.table(Self.race(Array(1...12), sp: "17", handicap: true), .eachWay)
    #expect(table["J3", "ew_returned"] == "5.0000")
  }

  @Test func `an each-way bet among four is two bets to win`() throws {
    let table = try Self.table(Self.race([1, 2, 3, 0]), .eachWay)
    #expect(table["J1", "ew_returned"] == "20.0000")
    #expect(table["J2", "ew_returned"] == "0.0000")
  }

  @Test func `tied at the last paid place, each takes half a place`() throws {
    let table = try Self.table(Self.race([1, 2, 3, 3, 5, 6, 7, 8]), .eachWay)
    // Half of 1 + 9/5.
    #expect(table.cells("J3", "ew_returned", "ew_profit") == ["1.4000", "-0.6000"])
    #expect(table["J4", "ew_returned"] == "1.4000" && table["J5", "ew_returned"] == "0.0000")
  }

  @Test func `a lay stakes its liability, and pays commission on what the market wins`() throws {
    let table = try Self.table(
      """
      race_id,date,number,jockey,position,bsp
      1,2026-01-01,1,Ann,1,4
      1,2026-01-01,2,Bob,2,3
      2,2026-01-02,1,Ann,1,4
      2,2026-01-02,2,Cy,1,4
      """, .layBSP)
    // Half a unit is gained at 3, less 5 %.
    #expect(table.cells("Bob", "lay_bsp_returned", "lay_bsp_roi") == ["1.4750", "0.475000"])
    // A liability lost, and a dead heat: 4 × 1 / (2 × 3) come back.
    #expect(table.cells("Ann", "lay_bsp_bets", "lay_bsp_returned") == ["2", "0.6667"])
    #expect(table["Cy", "lay_bsp_returned"] == "0.6667")
  }

  @Test func `a place bet at the exchange follows the market's own result`() throws {
    let table = try Self.table(
      """
      race_id,date,country,number,jockey,position,outcome,place_bsp,place_won
      1,2026-01-01,AU,1,Ann,1,finished,2,true
      1,2026-01-01,AU,2,Bob,,lost,3,true
      1,2026-01-01,AU,3,Cy,,lost,4,false
      1,2026-01-01,AU,4,Dee,,lost,5,
      2,2026-01-02,AU,1,Ann,1,finished,2,
      2,2026-01-02,AU,2,Bob,2,finished,3,
      2,2026-01-02,AU,3,Cy,2,finished,4,
      2,2026-01-02,AU,4,Eve,,fell,4,
      2,2026-01-02,AU,5,Flo,,pulled_up,4,
      """, .placeBSP)
    // 1, less 5 %, in the first race; the second pays two of five, and Bob and Cy share a place.
    #expect(table.cells("Ann", "place_bsp_bets", "place_bsp_profit") == ["2", "1.9000"])
    #expect(table.cells("Bob", "place_bsp_bets", "place_bsp_profit") == ["2", "2.3750"])
    #expect(table.cells("Cy", "place_bsp_bets", "place_bsp_profit") == ["2", "-0.0500"])
    // Nobody tells how Dee's place market ended.
    #expect(table["Dee", "place_bsp_bets"] == "0")
    #expect(table["Eve", "place_bsp_profit"] == "-1.0000")
  }

  @Test func `columns stand in one order, and only those asked for`() throws {
    let table = try Self.table(Self.race([1, 2, 3]), .layBSP, .sp)
    let names = table.header.filter { $0.hasSuffix("_bets") }
    #expect(names == ["sp_bets", "lay_bsp_bets"])
    #expect(!table.header.contains("bsp_roi") && table.header.contains("max_drawdown"))
    for found in ["win", "sp"] {
      var choice = FigureChoice.standard
      #expect(throws: ReportError.badBets(found: found)) { try choice.setBets(["sp", found]) }
    }
  }
}
