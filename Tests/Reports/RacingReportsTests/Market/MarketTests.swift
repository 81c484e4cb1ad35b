import Columns
import Foundation
import Racing
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import AngleSearch
@testable import Calibration
@testable import Cards
@testable import EntityReports
@testable import Features
@testable import Questions
@testable import RunnerKeys

/// Stores whose prices are an exchange's, or a mapping's, alone.
@Suite struct MarketTests {
  /// Four runners at 2, 4, 8 and 8, one of which wins each of forty races.
  private static func races(_ columns: String, _ prices: (String) -> String) -> String {
    var csv = "race_id,date,number,horse,jockey,trainer,position,\(columns)\n"
    for race in 0..<40 {
      for place in 0..<4 {
        let odds = ["2", "4", "8", "8"][place]
        let position = (place + race * 3) % 4 + 1
        csv +=
          "r\(race),2024-\(race < 20 ? "04" : "05")-\(10 + race % 20),\(place + 1),H\(place),"
          + "J\((place + race) % 3),T\(place),\(position),\(prices(odds))\n"
      }
    }
    return csv
  }

  private static let markets = ["sp", "bsp", "morning_wap", "price_early"]

  private static func races(_ market: String) -> String { races(market) { $0 } }

  /// The figures that rest on the market, the same for every name of it.
  private static let figures = [
    "runs", "wins", "expected_wins", "ae", "iv", "expected_roi", "luck_sd", "z", "p", "q",
    "roi_without_top_1", "roi_without_top_5", "losing_run_median", "win_rate_shrunk", "ae_shrunk",
    "longest_losing_run", "current_losing_run", "max_drawdown", "recent_form", "last_run",
  ]

  @Test(arguments: markets)
  func `any price gives the figures that it gives as sp`(market: String) throws {
    for key in [
      "jockey", "is_favourite", "market_rank", "odds_share", "odds_band", "last_was_favourite",
    ] {
      func table(_ market: String) throws -> ReportTable {
        try ReportTable(by: key, windows: ["30d", "all"], Self.races(market)) {
          $0.figures.luck = .bh
          $0.figures.isShrunk = true
          $0.commission = Commission(rateMicros: 0)!
          $0.threads = 2
        }
      }
      let (own, sp) = (try table(market), try table("sp"))
      #expect(own.names == sp.names && !sp.names.isEmpty)
      for name in sp.names {
        for figure in Self.figures {
          for window in ["30d", "all"] {
            #expect(
              own[name, figure, window: window] == sp[name, figure, window: window],
              "\(key) \(name) \(figure) \(window)")
          }
        }
        #expect(own[name, "\(market)_bets"] == sp[name, "sp_bets"])
      }
    }
  }

  @Test func `a favourite at the exchange has known figures`() throws {
    let table = try ReportTable(by: "is_favourite", Self.races("bsp"))
    // Each of the four numbers wins ten of forty races; 1/2 of a book of 1.
    #expect(table.cells("true", "runs", "wins", "expected_wins") == ["40", "10", "20.0000"])
    #expect(table.cells("true", "ae", "iv") == ["0.500000", "1.000000"])
    #expect(table.cells("true", "sp_bets", "bsp_bets") == ["0", "40"])
    #expect(table.cells("false", "expected_wins", "ae") == ["20.0000", "1.500000"])
  }

  /// Won at 3, lost, lost without a price, lost, won at 2, lost: 2 up, 0, 1, 0.
  @Test(arguments: [("price_early", "2.0000"), ("bsp", "2.0500"), ("morning_wap", "2.0500")])
  func `drawdown is at the market, of each bet after commission`(
    market: String, drawdown: String
  ) throws {
    let runs = [("1", "3"), ("2", "4"), ("2", ""), ("2", "6"), ("1", "2"), ("2", "9")]
    let rows = runs.enumerated().map { "\($0),2024-04-0\($0 + 1),1,Ann,\($1.0),\($1.1)\n" }
    let table = try ReportTable(
      "race_id,date,number,jockey,position,\(market)\n" + rows.joined()
    ) { $0.commission = Commission(rateMicros: 50_000)! }
    // At the exchange 1.9 up, −0.1, 0.85, −0.15.
    #expect(table["Ann", "max_drawdown"] == drawdown)
    #expect(table.cells("Ann", "longest_losing_run", "current_losing_run") == ["3", "1"])
  }

  @Test func `each-way bets are at a bookmaker's price by name, else at sp`() throws {
    func returned(_ market: String) throws -> [String?] {
      let rows = (1...8).map { "a,2024-04-01,GB,\($0),J\($0),\($0),\($0 * 5 + 1),7\n" }
      let csv = "race_id,date,country,number,jockey,position,\(market),sp\n" + rows.joined()
      let table = try ReportTable(csv) {
        $0.figures = FigureChoice(bets: [.eachWay])
        $0.facts.market = Market(name: market)
      }
      return ["J1", "J2", "J4"].map { table[$0, "ew_returned"] }
    }
    // At 6 and 11 with a fifth of the odds: 6 + 2, and 3; at 7: 7 + 2.2, and 2.2.
    #expect(try returned("price_early") == ["8.0000", "3.0000", "0.0000"])
    for market in ["bsp", "morning_wap"] {
      #expect(try returned(market) == ["9.2000", "2.2000", "0.0000"])
    }
  }

  @Test func `the tote is a market whose drawdown counts its bets`() throws {
    let rows = [("2", ""), ("1", "2.5"), ("2", ""), ("2", "")].enumerated().map {
      "\($0),2024-04-0\($0 + 1),1,Ann,\($1.0),\($1.1)\n"
        + "\($0),2024-04-0\($0 + 1),2,Bob,\($1.0 == "1" ? "2,\n" : "1,3\n")"
    }
    let table = try ReportTable(
      by: "jockey", windows: ["all"],
      of: StoreFixture.snapshot(
        csv: "race_id,date,number,jockey,position,tote\n9,2024-04-09,1,Cy,1,2\n" + rows.joined())
    ) { $0.facts.market = .basis(.tote) }
    // −1, 0.5, −0.5, −1.5.
    #expect(table["Ann", "max_drawdown"] == "2.0000")
  }

  @Test func `a card shows results and figures at the market's price`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.races("bsp"))
    let request = try CardRequest(day: Day(iso: "2024-05-29")!, dimensions: ["jockey"])
    let card = try CardJob(request, from: snapshot).run()
    let text = CardText.text(card, hasResults: true)
    #expect(text.contains(" · 4 runners · figures before 2024-05-29 · market bsp\n"), "\(text)")
    #expect(text.contains("result  bsp"), "\(text)")
    let columns = CardColumns(at: .bsp, hasResults: true)
    let lines = CSVCardWriter.text(card, columns).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let place = try #require(lines[0].firstIndex(of: "sp"))
    #expect(lines[0][place + 1] == "bsp")
    #expect(lines.dropFirst().map { $0[place] + $0[place + 1] } == ["2", "4", "8", "8"])
    let sp = try CardJob(request, from: StoreFixture.snapshot(csv: Self.races("sp"))).run()
    #expect(!CardText.text(sp, hasResults: true).contains("market"))
  }

  @Test func `the market is the first price that most runners have`() throws {
    func own(_ columns: String, _ prices: @escaping (String) -> String) throws -> String {
      try StoreFixture.snapshot(csv: Self.races(columns, prices)).ownMarket.column
    }
    #expect(try own("sp,bsp") { "\($0),\($0)" } == "sp")
    #expect(try own("sp,bsp") { ($0 == "2" ? $0 : "") + ",\($0)" } == "bsp")
    #expect(try own("sp,bsp,morning_wap") { ($0 == "2" ? $0 : "") + ",," + $0 } == "morning_wap")
    // Half of the runners have one, and the tote's dividends are no market.
    #expect(try own("bsp,price_early") { ($0 == "2" ? $0 : "") + ",\($0)" } == "price_early")
    #expect(try own("bsp,tote") { ($0 == "8" ? $0 : "") + "," } == "bsp")
    #expect(try own("in_play_min,price_last") { "\($0),\($0)" } == "price_last")
    #expect(try StoreFixture.snapshot(csv: Self.races("age") { _ in "4" }).ownMarket == .sp)
  }

  @Test func `a market is named, and one that the store lacks lists those it has`() throws {
    let snapshot = try StoreFixture.snapshot(
      csv: Self.races("sp,bsp,price_early") { "\($0),\($0),3" })
    func table(_ market: String) throws -> ReportTable {
      try ReportTable(by: "none", windows: ["all"], of: snapshot) {
        $0.facts.market = Market(name: market)
      }
    }
    #expect(try table("sp")["all", "expected_wins"] == "40.0000")
    let early = try table("early")
    #expect(early.cells("all", "price_early_bets", "price_early_roi") == ["160", "-0.250000"])
    for (name, choice) in [
      ("bps", "sp, bsp, price_early (nearest: bsp)"), ("tote", "sp, bsp, price_early"),
      ("price_erly", "sp, bsp, price_early (nearest: price_early)"),
    ] {
      let error = #expect(throws: ReportError.self) { try table(name) }
      #expect("\(error!)" == "--market: found the price \(name); expected one of \(choice)")
    }
  }

  @Test func `the market is named in the summary, the table and the page's facts`() throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.races("bsp"))
    let request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
    let answer = try ReportJob(request, from: snapshot).run().answers[0]
    #expect(
      SummaryWriter.text(answer.summary, sources: [], version: "1").contains(#""market": "bsp""#))
    #expect(answer.facts(rejected: 0).contains { $0.name == "Market" && $0.text == "bsp" })
    let text = try #require(LeagueTable.text(answer.report, minRuns: 10))
    #expect(text.hasPrefix("jockey · all · at least 10 runs · market bsp\n"))
    #expect(text.contains("bsp ROI %") && !text.contains("sp_") && text.contains("J0"))
    let sp = try StoreFixture.snapshot(csv: Self.races("sp"))
    let other = try ReportJob(request, from: sp).run().answers[0]
    #expect(!SummaryWriter.text(other.summary, sources: [], version: "1").contains("market"))
  }

  @Test(arguments: markets)
  func `a search finds the angles that sp finds`(market: String) throws {
    func report(_ market: String) throws -> SearchReport {
      var request = try SearchRequest(keys: ["jockey", "trainer", "is_favourite"], depth: 2)
      (request.permutations, request.minRuns, request.ranking) = (50, 5, .roi)
      let job = try SearchJob(request, from: StoreFixture.snapshot(csv: Self.races(market)))
      return try #require(try job.run(from: job.begun) { _ in true })
    }
    let (own, sp) = (try report(market), try report("sp"))
    #expect(own.angles == sp.angles && sp.angles > 5)
    #expect(own.rows.map(\.row.keys) == sp.rows.map(\.row.keys))
    #expect(own.rows.map(\.luck) == sp.rows.map(\.luck))
    #expect(own.figureNames.contains("\(market)_roi"))
    #expect(own.rows[0].figures.count == own.figureNames.count)
  }

  @Test(arguments: markets)
  func `calibration measures the market`(market: String) throws {
    var request = CalibrationRequest()
    request.keys = []
    let report = try CalibrationJob(
      request, from: StoreFixture.snapshot(csv: Self.races(market))
    ).run()
    let row = try #require(report.tables[0].rows.first { $0.basis.column == market })
    #expect(row.runs == 160)
    let covered = report.coverage.first { $0.basis.column == market }
    #expect(covered?.races == 40)
  }

  @Test(arguments: markets)
  func `features expect the wins of the market's prices`(market: String) throws {
    var request = try FeatureRequest(dimensions: ["trainer"], windows: [.all])
    request.metrics = [.runs, .expectedWins, .ae]
    try request.setTargets(["market_rank", "is_favourite"])
    func cells(_ market: String) throws -> [String: [String?]] {
      try FeatureJob(request, from: StoreFixture.snapshot(csv: Self.races(market))).run().table
        .cells
    }
    #expect(try cells(market) == cells("sp"))
  }

  @Test(arguments: markets)
  func `qualifiers have the record at the market's price`(market: String) throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.races(market))
    let angle = Angle(name: "first", filter: try Filter("is_favourite"))
    let list = try QualifierJob(
      QualifierRequest(day: Day(iso: "2024-05-29")!, angles: [angle]), from: snapshot
    ).run()
    #expect(list.market.column == market)
    #expect(list.qualifiers(of: 0).count == 1)
    let text = AngleText.text(list)
    #expect(text.contains("\(market) ROI %") && text.contains(" 2\n"), "\(text)")
    let header = list.tables[0].csv.prefix { $0 != "\n" }
    #expect(header.contains(",\(market)_bets,\(market)_roi,"))
  }

  @Test func `a record is ordered and summed up at the market's price`() throws {
    let snapshot = try StoreFixture.snapshot(
      csv: Self.races("bsp,course") { "\($0),Ayr" })
    let record = try RecordJob(RecordRequest(.jockey, "J0"), from: snapshot).run()
    let text = RecordText.text(record)
    #expect(text.contains("bsp ROI ") && text.contains("by bsp ROI"), "\(text)")
    #expect(RecordJSON.text(record).contains("\"market\": \"bsp\""))
    let last = text.split(separator: "\n").first { $0.hasPrefix("date ") }
    #expect(last?.contains(" bsp  ") == true && last?.contains(" sp ") == false, "\(text)")
  }
}
