import Columns
import Racing
import Testing

@testable import Questions
@testable import RunnerKeys

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

  /// Three races of an exchange, known by its place markets and by positions.
  private static let placeMarkets = """
    race_id,date,country,number,jockey,position,outcome,place_bsp,place_won,place_winners
    1,2026-01-01,AU,1,Ann,1,finished,2,true,2
    1,2026-01-01,AU,2,Bob,,lost,3,true,2
    1,2026-01-01,AU,3,Cy,,lost,4,false,2
    1,2026-01-01,AU,4,Dee,,lost,5,,2
    2,2026-01-02,AU,1,Ann,1,finished,2,,
    2,2026-01-02,AU,2,Bob,2,finished,3,,
    2,2026-01-02,AU,3,Cy,2,finished,4,,
    2,2026-01-02,AU,4,Eve,,fell,4,,
    2,2026-01-02,AU,5,Flo,,pulled_up,4,,
    3,2026-01-03,AU,1,Ann,1,finished,2,true,
    3,2026-01-03,AU,2,Bob,,lost,3,true,
    3,2026-01-03,AU,3,Cy,,lost,4,false,
    3,2026-01-03,AU,4,Dee,,lost,5,,
    """

  @Test func `a place bet at the exchange follows the market's own result`() throws {
    let table = try Self.table(Self.placeMarkets, .placeBSP)
    // 1, less 5 %, in the first race; the second pays two of five, and Bob and Cy share a place.
    // The number of places of the third race is not known, so it has no bets.
    #expect(table.cells("Ann", "place_bsp_bets", "place_bsp_profit") == ["2", "1.9000"])
    #expect(table.cells("Bob", "place_bsp_bets", "place_bsp_profit") == ["2", "2.3750"])
    #expect(table.cells("Cy", "place_bsp_bets", "place_bsp_profit") == ["2", "-0.0500"])
    // Dee's result is missing, and both places of the first race are known to be others'.
    #expect(table.cells("Dee", "place_bsp_bets", "place_bsp_profit") == ["1", "-1.0000"])
    #expect(table["Eve", "place_bsp_profit"] == "-1.0000")
  }

  @Test func `a lay of a place stakes its liability in the place market`() throws {
    let table = try Self.table(Self.placeMarkets, .placeLayBSP)
    func cells(_ name: String) -> [String?] {
      table.cells(name, "place_lay_bsp_bets", "place_lay_bsp_profit")
    }
    // A liability is lost on a runner that is paid, in part where two share a place: 3 × 1/2 / 2
    // comes back of Bob's, 4 × 1/2 / 3 of Cy's.
    #expect(cells("Ann") == ["2", "-2.0000"] && cells("Bob") == ["2", "-1.2500"])
    // A third is gained at 4 and a quarter at 5, less 5 %.
    #expect(cells("Cy") == ["2", "-0.0167"] && cells("Dee") == ["1", "0.2375"])
    #expect(cells("Eve") == ["1", "0.3167"])
  }

  /// A race of Great Britain at 2.0 each; `results` are those of the place market.
  private static func market(
    _ positions: [String], _ results: [String], places: String = "", withdrawn: Int = 0
  ) throws -> [String] {
    let rows = zip(positions, results).enumerated().map { index, told in
      let end = Int(told.0) == nil ? ",\(told.0)" : "\(told.0),finished"
      return "1,2026-01-01,\(index + 1),J\(index + 1),\(end),2,\(told.1),\(places)"
    }
    let gone = (0..<withdrawn).map { "1,2026-01-01,\(90 + $0),Gone,,non_runner,,,\(places)" }
    let table = try ReportTable(
      "race_id,date,number,jockey,position,outcome,place_bsp,place_won,place_winners\n"
        + (rows + gone).joined(separator: "\n")
    ) {
      $0.figures = FigureChoice(bets: [.placeBSP])
      $0.commission = Commission(rateMicros: 0)!
    }
    return positions.indices.map { table["J\($0 + 1)", "place_bsp_returned"] ?? "no row" }
  }

  private static let lost7 = Array(repeating: "lost", count: 7)
  private static func paid(_ count: Int, of starters: Int) -> [String] {
    (0..<starters).map { $0 < count ? "true" : "false" }
  }

  /// Eight starters: three places by the report's terms, and seven: two.
  @Test func `a race whose payouts are not known has no place bets`() throws {
    let full = "2.0000"
    func paid(_ count: Int, of starters: Int) -> [String] {
      (0..<starters).map { $0 < count ? full : "0.0000" }
    }
    let none = Array(repeating: "", count: 8)
    let lost = ["1"] + Self.lost7
    #expect(try Self.market(lost, Self.paid(3, of: 8)) == paid(3, of: 8))
    // Four are paid: by four places, or by three and a tie for the third.
    #expect(try Self.market(lost, Self.paid(4, of: 8)) == none)
    #expect(try Self.market(lost, Self.paid(4, of: 8), places: "4") == paid(4, of: 8))
    // Three places behind one winner: two stakes for three runners.
    #expect(
      try Self.market(lost, Self.paid(4, of: 8), places: "3")
        == [full] + Array(repeating: "1.3333", count: 3) + paid(0, of: 4))
    // One is withdrawn of eight, which had three places: three of seven are paid.
    let seven = Array(lost.prefix(7))
    #expect(
      try Self.market(seven, Self.paid(3, of: 7), withdrawn: 1) == Array(none.prefix(7)))
    let known = (1...7).map(String.init)
    #expect(try Self.market(known, Self.paid(3, of: 7), withdrawn: 1) == paid(3, of: 7))
    // Without a runner that the market paid the terms for the starters hold: two places.
    let open = Array(repeating: "", count: 7)
    #expect(try Self.market(known, open, withdrawn: 1) == paid(2, of: 7))
    #expect(try Self.market(known, open) == paid(2, of: 7))
    #expect(try Self.market(known, open, places: "3", withdrawn: 1) == paid(3, of: 7))
  }

  /// The fourth has no position, and was paid instead of the third, or beside it.
  @Test func `a market pays a runner without a position beside known ones`() throws {
    let ends = ["1", "2", "3", "lost"] + Array(repeating: "lost", count: 4)
    let swapped = ["true", "true", "false", "true"] + Self.paid(0, of: 4)
    let full = "2.0000"
    let zeros = Array(repeating: "0.0000", count: 4)
    #expect(
      try Self.market(ends, swapped, places: "3") == [full, full, "0.0000", full] + zeros)
    let none = Array(repeating: "", count: 8)
    #expect(try Self.market(ends, swapped) == none)
    // Four for three places, though each of the first three has a place of its own.
    #expect(try Self.market(ends, Self.paid(4, of: 8), places: "3") == none)
    #expect(
      try Self.market(ends, Self.paid(4, of: 8), places: "4")
        == [full, full, full, full] + zeros)
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
