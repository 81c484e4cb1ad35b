import Columns
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import Features
@testable import Questions
@testable import RunnerKeys

/// The figures of features beside a report's as of the row's day.
@Suite struct FeatureReportTests {
  private static let windows = ["all", "5d", "40d", "365d"]

  @Test(arguments: [nil, "sp < 8 or outcome = 'fell'"] as [String?])
  func `every figure is the report's as of the row's day`(filter: String?) throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces(races: 140, salt: 61, days: 120).csv)
    let keys = ["jockey", "course", "trainer"]
    var request = try FeatureRequest(
      dimensions: ["jockey", "trainer+course"], windows: Window.list(Self.windows))
    try request.setMetrics(RecordFigure.names)
    try request.setColumns(["date"] + keys)
    request.commission = Commission(rateMicros: 65_000)!
    request.filter = try filter.map { try Filter($0) }
    request.threads = 2
    let features = try FeatureJob(request, from: snapshot).run().table.cells
    let dates = try #require(features["date"])
    let days = Set(dates.compactMap { $0.flatMap { Int32($0) } }).sorted()
    var compared = 0
    for day in stride(from: 9, to: days.count, by: 20).map({ days[$0] }) {
      for (dimension, keys) in [("jockey", ["jockey"]), ("trainer+course", ["trainer", "course"])] {
        let report = try ReportTable(by: dimension, windows: Self.windows, of: snapshot) {
          $0.figures = .everything
          $0.figures.isShrunk = false
          $0.commission = request.commission
          $0.filter = request.filter
          $0.asOf = Day(day)
        }
        let name = keys.joined(separator: "_")
        let places = Dictionary(
          uniqueKeysWithValues: report.header.enumerated().map { ($1, $0) })
        var cells: [String: [String]] = [:]
        for (own, row) in zip(report.names, report.rows) {
          cells["\(own) \(row[places["window"]!])"] = row
        }
        for row in dates.indices where dates[row] == "\(day)" {
          let own = keys.compactMap { features[$0]![row] }.joined(separator: "+")
          let isKnown = keys.allSatisfy { features[$0]![row] != nil }
          for (window, days) in zip(Self.windows, ["all", "5", "40", "365"]) {
            for figure in RecordFigure.names {
              let found = features["\(name)_\(figure)_\(days)"]![row]
              let printed = isKnown ? cells["\(own) \(window)"]?[places[figure]!] : ""
              let place = "\(own) \(figure) \(window) \(Day(day).iso), seed \(SeededGenerator.seed)"
              #expect(Self.isSame(found, printed, figure), "\(place)")
              compared += found == nil ? 0 : 1
            }
          }
        }
      }
    }
    #expect(compared > 3_000)
  }

  /// Whether a cell is that of a report; an entity without runs has no row there.
  private static func isSame(_ found: String?, _ printed: String?, _ figure: String) -> Bool {
    guard let printed else {
      let type = ReportColumns.all.figures.first { $0.names.contains(figure) }!.rule
      if case .count = type { return found == "0" }
      return found == (figure == "places" ? "0" : nil)
    }
    guard let found else { return printed == "" }
    if figure == "last_run" { return Day(iso: printed).map { "\($0.number)" } == found }
    guard figure != "recent_form" else { return found == printed }
    guard let found = Double(found), let printed = Double(printed) else { return false }
    // Some figures of features are not rounded.
    return abs(found - printed) < (figure == "expected_wins" ? 5.1e-5 : 5.1e-7)
  }

  @Test func `figures of two runs are these`() throws {
    let csv = """
      race_id,date,number,horse,jockey,position,sp
      1,2026-01-01,1,A,Ann,1,3
      1,2026-01-01,2,B,Bob,2,2
      2,2026-01-02,1,A,Ann,2,4
      2,2026-01-02,2,B,Bob,1,5
      3,2026-01-04,1,A,Ann,1,2
      3,2026-01-04,2,B,,2,2

      """
    var request = try FeatureRequest(dimensions: ["jockey"], windows: Window.list(["all", "2d"]))
    try request.setMetrics([
      "sp_returned", "sp_profit", "iv", "longest_losing_run", "current_losing_run",
      "max_drawdown", "recent_form", "last_run", "roi_without_top_1", "ae", "win_rate_low",
    ])
    let table = try FeatureJob(request, from: StoreFixture.snapshot(csv: csv)).run().table
    func cells(_ figure: String, _ window: String = "all") -> [String?]? {
      table["jockey_\(figure)_\(window)"]?.cells
    }
    let second = Day(iso: "2026-01-02")!.number
    #expect(cells("sp_returned") == [nil, nil, "3.0", "0.0", "3.0", nil])
    #expect(cells("sp_profit") == [nil, nil, "2.0", "-1.0", "1.0", nil])
    #expect(cells("sp_profit", "2") == [nil, nil, "2.0", "-1.0", "-1.0", nil])
    // All jockeys' rate is a half.
    #expect(cells("iv") == [nil, nil, "2.0", "0.0", "1.0", nil])
    #expect(cells("iv", "2") == [nil, nil, "2.0", "0.0", "0.0", nil])
    #expect(cells("longest_losing_run") == ["0", "0", "0", "1", "1", nil])
    #expect(cells("current_losing_run") == ["0", "0", "0", "1", "1", nil])
    #expect(cells("max_drawdown") == [nil, nil, "0.0", "1.0", "1.0", nil])
    #expect(cells("recent_form") == [nil, nil, "1", "2", "12", nil])
    #expect(cells("last_run") == [nil, nil, "\(second - 1)", "\(second - 1)", "\(second)", nil])
    #expect(cells("roi_without_top_1") == [nil, nil, nil, "-1.0", "-1.0", nil])
    #expect(table["jockey_iv_all"]?.type == .double && table["jockey_last_run_2"]?.type == .date)
    #expect(table["jockey_current_losing_run_2"]?.type == .int32)
  }

  @Test func `commission is taken from a market's net winnings, as in a report`() throws {
    let csv = """
      race_id,date,course,number,horse,position,bsp,price_early
      1,2026-01-01,York,1,A,1,3,4
      1,2026-01-01,York,2,B,2,5,
      2,2026-01-02,York,1,A,1,3,

      """
    var request = try FeatureRequest(dimensions: ["course"], windows: [.all])
    try request.setMetrics(["bsp_profit", "bsp_roi", "price_early_bets", "price_early_profit"])
    try request.setColumns(["rank(course_price_early_bets_all)"])
    let table = try FeatureJob(request, from: StoreFixture.snapshot(csv: csv)).run().table.cells
    // 2 − 1 less 5 %, where each bet by itself would have left 1.9 − 1.
    #expect(table["course_bsp_profit_all"] == [nil, nil, "0.95"])
    #expect(table["course_bsp_roi_all"] == [nil, nil, "0.475"])
    #expect(table["course_price_early_bets_all"] == ["0", "0", "1"])
    #expect(table["course_price_early_profit_all"] == [nil, nil, "3.0"])
  }

  @Test func `pieces have the figures of the whole table, also a second time`() throws {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces(races: 60, salt: 62).csv)
    var request = try FeatureRequest(dimensions: ["jockey"], windows: Window.list(["30d", "all"]))
    try request.setMetrics(["z", "form_score", "recent_form", "ew_profit"])
    let whole = try FeatureJob(request, from: snapshot).run().table
    request.threads = 3
    let pieces = try FeatureJob(request, from: snapshot).pieces(ofRows: 40)
    for _ in 0..<2 {
      let tables = pieces.map(\.table)
      #expect(tables.count > 3)
      let joined = whole.fields.map { field in tables.flatMap { $0[field.name]!.cells } }
      #expect(joined == whole.columns.map(\.cells), "seed \(SeededGenerator.seed)")
    }
  }
}
