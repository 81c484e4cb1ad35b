import ColumnStore
import Columns
import Racing
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import Cards
@testable import Questions
@testable import RunnerKeys

/// A card's figures are the reports' as of its day, to the last digit.
struct CardFigureTests {
  private static let season = Result { try StoreFixture.season(runners: 2_500, seed: 11) }
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 80, salt: 41).csv)
  }
  private static let aliases = [
    "jockey": ["Ann": "Zoë", "ann": "Zoë", "Bob": "Aaron Newname"], "trainer": ["Eve": "Flo"],
    "horse": ["H1-1": "H2-2"], "course": ["C1": "C0"],
  ]
  private static let allFigures = Array(ReportColumns.standard.names.dropFirst(3))

  @Test func `further bets, luck and shrunk rates are the reports', whoever else runs`() throws {
    let snapshot = try Self.wild.get()
    for day in try Self.days(snapshot, every: 40) {
      var request = try CardRequest(day: day, dimensions: ["jockey", "trainer+course"])
      request.scope.windows = try Window.list(["90d", "all"])
      request.scope.figures = .everything
      try expectReports(request, snapshot)
    }
    #expect(FigureChoice(columns: ReportColumns.all.names) == .everything)
    #expect(FigureChoice(columns: ["ew_roi", "runs"]).bets == BetGroup.standard + [.eachWay])
  }

  @Test(arguments: LongForm.cases([2, 1], short: 1))
  func `every runner of a season has the reports' rows of its names`(threads: Int) throws {
    let snapshot = try Self.season.get()
    for day in try Self.days(snapshot, every: 300) {
      var request = try CardRequest(day: day)
      request.scope.windows = try Window.list(["30d", "365d", "all"])
      request.threads = threads
      try expectReports(request, snapshot)
    }
  }

  @Test func `so have the runners of odd races, under their aliases and a filter`() throws {
    let snapshot = try Self.wild.get()
    for day in try Self.days(snapshot, every: 15) {
      var request = try CardRequest(
        day: day,
        dimensions: [
          "jockey", "trainer", "horse", "jockey+trainer", "owner+course", "country+draw",
          "days_since_last_run_band+weekday", "month", "distance_band+going",
        ])
      request.scope.windows = try Window.list(["all", "60d"])
      request.scope.filter = try Filter("draw > 3 or course = C0")
      request.aliases = try NameAliases(
        Self.aliases.flatMap { role, names in
          names.map { (role: role, spelling: $0.key, name: $0.value) }
        })
      try expectReports(request, snapshot)
    }
  }

  @Test func `figures are those of the plain reference`() throws {
    let snapshot = try Self.wild.get()
    // The reference knows no day before the first race.
    let days = try Self.days(snapshot, every: 30).dropFirst()
    #expect(!days.isEmpty)
    for day in days {
      var request = try CardRequest(day: day, dimensions: ["jockey", "trainer+jockey"])
      request.scope.windows = try Window.list(["365d", "all"])
      request.aliases = try NameAliases([])
      var reference = ReferenceReport(snapshot)
      reference.asOf = day
      let expected = reference.rows(
        [["jockey"], ["trainer", "jockey"]], windows: [365, nil])
      let card = try CardJob(request, from: snapshot).run()
      for runner in card.races.flatMap(\.runners) {
        let names = [[runner.jockey], [runner.trainer, runner.jockey]]
        for (dimension, keys) in names.enumerated() {
          guard !keys.contains(nil) else { continue }
          for window in 0..<2 {
            let row = expected[dimension].first {
              $0.prefix(keys.count).elementsEqual(keys.map { $0! })
                && $0[keys.count] == ["365d", "all"][window]
            }
            let cells = runner.figures[dimension].cells(Self.allFigures, window: window)
            if let row {
              #expect(cells.map { $0.text ?? "" } == Array(row.dropFirst(keys.count + 3)))
            } else {
              #expect(runner.figures[dimension].rows[window] == nil)
            }
          }
        }
      }
    }
  }

  @Test func `a horse's form is its last six starts, whatever the windows and the filter`() throws {
    let snapshot = try Self.wild.get()
    for day in try Self.days(snapshot, every: 40) {
      var request = try CardRequest(day: day, dimensions: ["jockey"])
      request.scope.windows = try Window.list(["1d"])
      request.scope.filter = try Filter("country = HK")
      let report = try Self.report("horse", ["all"], snapshot) { $0.asOf = day }
      for runner in try CardJob(request, from: snapshot).run().races.flatMap(\.runners) {
        let name = runner.horse ?? "nobody"
        #expect(runner.form.recent == report?[name, "recent_form"])
        #expect(runner.form.lastRun?.iso == report?[name, "last_run"])
        #expect(
          runner.form.daysSinceLastRun == runner.form.lastRun.map { Int(day.number - $0.number) })
      }
    }
  }

  // MARK: - Implementation

  /// Looks each runner's names up in the report of each dimension.
  private func expectReports(_ request: CardRequest, _ snapshot: Snapshot) throws {
    let card = try CardJob(request, from: snapshot).run()
    let columns = Array(ReportColumns(request.scope.figures).names.dropFirst(3))
    let tables = try request.dimensions.map { dimension in
      try Self.report(
        dimension.keys.joined(separator: "+"), request.scope.windows.map(\.name), snapshot
      ) {
        $0.asOf = request.day
        $0.filter = request.scope.filter
        $0.aliases = request.aliases
        $0.figures = request.scope.figures
      }
    }
    for runner in card.races.flatMap(\.runners) {
      for (place, dimension) in request.dimensions.enumerated() {
        let figures = runner.figures[place]
        let names = dimension.keys.map { Self.stored($0, runner) }
        #expect(!names.contains(nil) || !figures.isNamed)
        for (index, window) in request.scope.windows.enumerated() {
          let cells = figures.cells(columns, window: index).map { $0.text ?? "" }
          // Keys that the card omits come from the row itself.
          guard let row = figures.rows[index] else {
            let zeros = Set(
              ["runs", "wins", "places"] + BetGroup.fixed.map { "\($0.rawValue)_bets" })
            let none = columns.map { figures.isNamed && zeros.contains($0) ? "0" : "" }
            #expect(cells == none)
            if !names.contains(nil), names.allSatisfy({ $0 != Self.hidden }) {
              let key = names.map { $0! }.joined(separator: "+")
              #expect(tables[place]?[key, "runs", window: window.name] == nil)
            }
            continue
          }
          for (key, name) in zip(row.keys, names) where name != Self.hidden {
            #expect(key == name)
          }
          let table = try #require(tables[place])
          let key = row.keys.joined(separator: "+")
          let expected = columns.map { table[key, $0, window: window.name] }
          #expect(cells == expected, "\(request.day.iso) \(key) \(window.name)")
        }
      }
    }
  }

  private static let hidden = "?"

  private static func stored(_ key: String, _ runner: CardRunner) -> String? {
    switch key {
    case "jockey": runner.jockey
    case "trainer": runner.trainer
    case "horse": runner.horse
    case "owner": runner.owner
    case "draw": runner.draw.map { "\($0)" }
    default: hidden
    }
  }

  /// Nil where no race lies before the day.
  private static func report(
    _ dimension: String, _ windows: [String], _ snapshot: Snapshot,
    _ adjust: (inout ReportRequest) throws -> Void
  ) throws -> ReportTable? {
    do {
      return try ReportTable(by: dimension, windows: windows, of: snapshot, request: adjust)
    } catch ReportError.noRaces {
      return nil
    }
  }

  /// Returns the first day of racing, then every `step`-th one.
  private static func days(_ snapshot: Snapshot, every step: Int) throws -> [Day] {
    let days = Set(try snapshot.monthViews().flatMap { $0.dates.map { Day($0) } }).sorted()
    return stride(from: 0, to: days.count, by: step).map { days[$0] } + [days.last!]
  }
}
