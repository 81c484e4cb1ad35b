import Columns
import Racing
import ReportWriters
import StoreSupport
import Testing

@testable import Cards
@testable import Questions
@testable import RunnerKeys

struct CardTests {
  private static let csv = """
    race_id,date,off_time,race_no,course,country,field_size,number,horse,jockey,trainer,position,outcome,sp
    1,2026-03-01,,1,York,GB,,1,Red,Ann,Tom,1,,3
    1,2026-03-01,,1,York,GB,,2,Blue,Bob,Tom,2,,2
    2,2026-03-05,2026-03-05T15:00:00Z,2,York,GB,9,2,Blue,Ann,Una,,,
    2,2026-03-05,2026-03-05T15:00:00Z,2,York,GB,9,1,Red,,Una,,non_runner,
    3,2026-03-05,2026-03-05T14:00:00Z,7,Ascot,GB,,1,Green,Cy,Tom,,,
    3,2026-03-05,2026-03-05T14:00:00Z,7,Ascot,GB,,,Grey,Ann,Tom,,non_runner,
    4,2026-03-05,,2,Bath,GB,,1,Black,Bob,Tom,1,,5
    5,2026-03-05,,1,Bath,GB,,1,White,Bob,Tom,1,,5
    6,2026-03-09,,1,York,GB,,1,Red,Ann,Tom,1,,3
    """

  private func card(
    _ day: String, _ dimensions: [String] = ["jockey"],
    _ adjust: (inout CardRequest) -> Void = { _ in }
  ) throws -> DayCard {
    var request = try CardRequest(day: Day(iso: day)!, dimensions: dimensions)
    request.scope.windows = [.all]
    adjust(&request)
    return try CardJob(request, from: StoreFixture.snapshot(csv: Self.csv)).run()
  }

  @Test func `races stand by off time, those without one last, runners by number`() throws {
    let card = try card("2026-03-05")
    #expect(card.races.map(\.raceID) == ["3", "2", "5", "4"])
    #expect(card.races[1].runners.map(\.horse) == ["Red", "Blue"])
    #expect(card.races[0].runners.map(\.number) == [1, nil])
  }

  @Test func `the field size is the given one, else that of the runners still in`() throws {
    #expect(try card("2026-03-05").races.map(\.fieldSize) == [1, 9, 1, 1])
  }

  @Test func `a runner without number, stall and result is out where others have a number`() throws
  {
    let csv = """
      race_id,date,number,draw,horse,jockey,position
      1,2026-03-05,1,4,Red,Ann,1
      1,2026-03-05,2,,Blue,Bob,2
      1,2026-03-05,,,Grey,Cy,
      2,2026-03-05,,3,White,Ann,
      2,2026-03-05,,,Black,Bob,
      3,2026-03-05,,,Green,Ann,
      3,2026-03-05,,,Brown,Bob,
      """
    var request = try CardRequest(day: Day(iso: "2026-03-05")!, dimensions: ["jockey"])
    request.angles = [Angle(name: "all", filter: try Filter("jockey != Dee"))]
    let card = try CardJob(request, from: StoreFixture.snapshot(csv: csv)).run()
    let out = card.races.flatMap(\.runners).filter(\.isNonRunner)
    // The second race has no results yet.
    #expect(out.map(\.horse) == ["Grey"] && out.allSatisfy { $0.angles.isEmpty })
    #expect(card.races.map(\.fieldSize) == [2, 2, 2] && card.runnerCount == 6)
  }

  @Test func `non-runners are reported, results only on asking`() throws {
    let runners = try card("2026-03-05").races.flatMap(\.runners)
    #expect(runners.filter(\.isNonRunner).map(\.horse) == ["Grey", "Red"])
    #expect(
      runners.map(\.result.outcome.name)
        == ["unresolved", "non_runner", "non_runner", "unresolved", "finished", "finished"])
    #expect(runners.last?.result.startingPrice == Decimal6("5"))
  }

  @Test func `a new name has no runs, a missing one nothing`() throws {
    let runners = try card("2026-03-05").races.flatMap(\.runners)
    func cells(_ horse: String) -> [ReportCell] {
      runners.first { $0.horse == horse }!.figures[0].cells(
        ["runs", "win_rate", "sp_roi"], window: 0)
    }
    #expect(cells("Green") == [.integer(0), .empty, .empty])
    #expect(cells("Red") == [.empty, .empty, .empty])
    #expect(cells("Blue").map(\.text) == ["1", "1.000000", "2.000000"])
    #expect(
      runners.first { $0.horse == "Green" }?.form
        == CardForm(
          recent: nil, lastRun: nil, daysSinceLastRun: nil))
    #expect(
      runners.first { $0.horse == "Blue" }?.form
        == CardForm(
          recent: "2", lastRun: Day(iso: "2026-03-01"), daysSinceLastRun: 4))
  }

  @Test func `on the first day of all no one has figures`() throws {
    let runners = try card("2026-03-01", ["jockey", "jockey+trainer"]).races[0].runners
    for figures in runners.flatMap(\.figures) {
      #expect(figures.isNamed && figures.rows.allSatisfy { $0 == nil })
    }
  }

  @Test(arguments: [
    (["york"], ["2"]), (["asc"], ["3"]), (["BATH", "Ascot"], ["3", "5", "4"]),
  ])
  func `courses are chosen as they are typed`(courses: [String], races: [String]) throws {
    #expect(try card("2026-03-05") { $0.courses = courses }.races.map(\.raceID) == races)
  }

  @Test func `what there is not is reported with what there is`() throws {
    let error = #expect(throws: ReportError.self) { try card("2026-03-06") }
    #expect(
      error?.description.hasSuffix(
        ": found no race on 2026-03-06; expected a day with races, such as 2026-03-05 or 2026-03-09"
      )
        == true)
    let course = #expect(throws: ReportError.self) {
      try card("2026-03-05") { $0.courses = ["York", "Epsom"] }
    }
    #expect(
      course?.description
        == "--course: found Epsom; expected a course of the day: Ascot, Bath, York")
    let empty = try StoreFixture.snapshot(csv: "race_id,date,number,horse,position\n")
    let none = #expect(throws: ReportError.self) {
      try CardJob(CardRequest(day: Day(iso: "2026-03-06")!), from: empty)
    }
    #expect(
      none?.description.hasSuffix("no race on 2026-03-06; expected some in the store") == true)
  }

  @Test(arguments: ["odds_band", "jockey+field_size_band"])
  func `keys that are known after the race only are refused`(dimension: String) {
    #expect(throws: ReportError.self) {
      try CardRequest(day: Day(iso: "2026-03-05")!, dimensions: [dimension])
    }
  }

  @Test func `a dimension twice is refused`() {
    #expect(throws: ReportError.unknownDimension(found: "jockey twice")) {
      try CardRequest(day: Day(iso: "2026-03-05")!, dimensions: ["jockey", "jockey"])
    }
  }

  @Test func `results of the day and later change no figure`() throws {
    let rows = WildRaces(races: 80, salt: 51).rows
    let days = Set(rows.map { $0.split(separator: ",")[1] }).sorted()
    let day = String(days[days.count / 2])
    let columns = try CardColumns(figures: Array(ReportColumns.standard.names.dropFirst(3)))
    func text(_ rows: [String]) throws -> String {
      let request = try CardRequest(day: Day(iso: day)!)
      let snapshot = try StoreFixture.snapshot(csv: WildRaces.csv(rows))
      return CSVCardWriter.text(try CardJob(request, from: snapshot).run(), columns)
    }
    let morning = rows.filter { $0.split(separator: ",")[1] <= day }.map { row in
      Substring(row).split(separator: ",")[1] == day ? Self.withoutResult(row) : row
    }
    #expect(try text(rows) == text(morning))
  }

  /// Returns a row as a card has it; a non-runner stays one.
  private static func withoutResult(_ row: String) -> String {
    let parts = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    // The last six columns: position, outcome, sp, tote, tote_paid, bsp.
    let outcome = parts[parts.count - 5]
    return
      (parts.dropLast(6) + ["", outcome == "non_runner" ? outcome : "unresolved", "", "", "", ""])
      .joined(separator: ",")
  }
}
