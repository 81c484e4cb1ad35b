import Columns
import Racing
import ReportWriters
import StoreSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// Bets to win at a price by its name, beside those at `sp`, `tote` and `bsp`.
@Suite struct NamedPriceBetTests {
  private static let header =
    "race_id,date,number,betting_interest,horse,jockey,trainer,position,sp,bsp,price_early,morning_wap\n"
  /// Ann wins at 4.5 early; Bob and Cy share a second race; Dee has no early price.
  private static let races =
    header + """
      r1,2024-05-02,1,,A,Ann,Tod,1,3,3.2,4.5,4
      r1,2024-05-02,2,,B,Bob,Tod,2,2,2.1,2.25,2.5
      r1,2024-05-02,3,,C,Dee,Una,3,6,6,,
      r2,2024-05-03,1,,D,Bob,Tod,1,4,4,5,4.4
      r2,2024-05-03,2,,E,Cy,Una,1,4,4,3,4.4
      r2,2024-05-03,3,,F,Ann,Una,3,9,9,11,9

      """

  private static func table(
    by dimension: String = "jockey", _ csv: String = races, _ names: String...,
    more adjust: (inout ReportRequest) throws -> Void = { _ in }
  ) throws -> ReportTable {
    try ReportTable(by: dimension, csv) {
      try $0.figures.setBets(names)
      $0.commission = Commission(rateMicros: 50_000)!
      try adjust(&$0)
    }
  }

  @Test func `a bet at a named price returns that price`() throws {
    let table = try Self.table(Self.races, "sp", "price_early")
    #expect(
      table.header.filter { $0.hasSuffix("_bets") } == ["sp_bets", "price_early_bets"])
    let columns = ["bets", "returned", "profit", "roi"].map { "price_early_\($0)" }
    func cells(_ name: String) -> [String?] { columns.map { table[name, $0] } }
    #expect(cells("Ann") == ["2", "4.5000", "2.5000", "1.250000"])
    // Half of 5 in the dead heat.
    #expect(cells("Bob") == ["2", "2.5000", "0.5000", "0.250000"])
    #expect(cells("Cy") == ["1", "1.5000", "0.5000", "0.500000"])
    #expect(cells("Dee") == ["0", "", "", ""])
  }

  @Test func `an exchange's named price pays commission, and no other does`() throws {
    let table = try Self.table(Self.races, "morning_wap")
    // 3 less 5 % and −1.
    #expect(table.cells("Ann", "morning_wap_bets", "morning_wap_profit") == ["2", "1.8500"])
    let trainers = try Self.table(by: "trainer", Self.races, "morning_wap")
    // One market: 3 − 1 less 5 %; then 2.2 − 1 less 5 %.
    #expect(trainers.cells("Tod", "morning_wap_bets", "morning_wap_profit") == ["3", "3.0400"])
  }

  /// Every figure of a group at a price equals that of the group whose price it repeats.
  @Test func `a price that repeats another has its figures, intervals included`() throws {
    var csv = "race_id,date,number,horse,jockey,position,sp,bsp,price_copy,morning_wap\n"
    for race in 0..<60 {
      for place in 1...7 {
        let odds = "\(1 + Double((race * 7 + place * 5) % 23) / 2 + 0.5)"
        let price = (race + place) % 6 == 0 ? "" : odds
        csv +=
          "\(race),2024-0\(race % 9 + 1)-1\(race % 7),\(place),H\(place),J\((race + place) % 5),"
          + "\(place == 2 && race % 8 == 0 ? 1 : place),\(price),\(price),\(price),\(price)\n"
      }
    }
    for (named, known) in [("price_copy", "sp"), ("morning_wap", "bsp")] {
      let table = try Self.table(csv, "sp", "bsp", named)
      for end in ["bets", "returned", "profit", "roi", "roi_low", "roi_high"] {
        for name in table.names {
          let (left, right) = (table[name, "\(named)_\(end)"], table[name, "\(known)_\(end)"])
          #expect(left == right && left != "", "\(name) \(named) \(end)")
        }
      }
      let one = try Self.table(by: "none", csv, "sp", "bsp", named) { $0.threads = 4 }
      #expect(one["all", "\(named)_roi_low"] == one["all", "\(known)_roi_low"])
    }
  }

  @Test func `a coupled entry is one bet at a bookmaker's price, and two at an exchange's`() throws
  {
    let coupled = Self.races.replacing("1,,A,", with: "1,7,A,").replacing("2,,B,", with: "2,7,B,")
    let early = try Self.table(by: "trainer", coupled, "price_early")
    // The winner's 4.5 for one bet of the first race.
    #expect(early.cells("Tod", "price_early_bets", "price_early_profit") == ["2", "5.0000"])
    let morning = try Self.table(by: "trainer", coupled, "morning_wap")
    #expect(morning["Tod", "morning_wap_bets"] == "3")
  }

  @Test func `rows are ordered and chosen by it, and the summary states its coverage`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.races)
    var request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
    try request.figures.setBets(["sp", "price_early"])
    request.order = try RowOrder("price_early_roi")
    request.having = try RowFilter("price_early_roi > 0.3 and PRICE_EARLY_BETS >= 1")
    let result = try ReportJob(request, from: snapshot).run()
    #expect(ReportTable(result.reports[0]).names == ["Ann", "Cy"])
    #expect(result.summary.namedPrice == PriceCoverage(with: 5, without: 1))
    let text = SummaryWriter.text(result.summary, sources: [], version: "1")
    #expect(text.contains(#""bsp":{"with":6,"without":0},"price_early":{"with":5,"without":1}}"#))
    #expect(text.contains(#""bets": ["sp","price_early"]"#))
    // A report with other bets lacks the column.
    request.figures = .standard
    #expect(throws: ReportError.self) { try ReportJob(request, from: snapshot).run() }
  }

  @Test(arguments: ["price_early", "early"])
  func `bets name a price as a market does`(name: String) throws {
    var choice = FigureChoice.standard
    try choice.setBets(["sp", name])
    #expect(choice.betNames == ["sp", "price_early"])
  }

  @Test func `months without the price have no such bets`() throws {
    let later = "race_id,date,number,horse,jockey,position,sp\nr9,2024-07-01,1,Z,Ann,1,3\n"
    let snapshot = try StoreFixture.snapshot(csv: Self.races, later)
    let table = try ReportTable(by: "jockey", windows: ["all"], of: snapshot) {
      try $0.figures.setBets(["price_early"])
    }
    #expect(table.cells("Ann", "runs", "price_early_bets") == ["3", "2"])
  }

  @Test func `a price that no runner has is refused, and so are two`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.races)
    var request = ReportRequest(dimensions: [try Dimension("jockey")])
    try request.figures.setBets(["price_late"])
    let error = #expect(throws: ReportError.self) { try ReportJob(request, from: snapshot) }
    #expect(
      "\(error!)"
        == "--bets: found the price price_late; expected one of morning_wap, price_early")
    for names in [["price_a", "price_b"], ["price_a", "price_a"], ["price"], ["price_A"], []] {
      var choice = FigureChoice.standard
      #expect(throws: ReportError.badBets(found: names.last ?? "")) { try choice.setBets(names) }
      #expect(choice == .standard)
    }
  }
}
