import ColumnStore
import Columns
import Racing
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import Cards
@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

struct RecordTests {
  private static let csv = """
    race_id,date,off_time,race_no,course,race_name,distance_m,number,horse,jockey,trainer,position,outcome,sp
    1,2026-01-01,,1,York,The Opener,1200,1,Red,Ann,Tom,1,,3
    1,2026-01-01,,1,York,The Opener,1200,2,Blue,A. Nn,Tom,2,,4.5
    2,2026-01-02,,,Ascot,,,1,Red,Ann,Una,,fell,10
    2,2026-01-02,,,Ascot,,,2,Blue,Bob,Una,1,,
    3,2026-02-03,2026-02-03T15:00:00Z,2,York,Late,1400,1,Red,Ann,Tom,,non_runner,
    3,2026-02-03,2026-02-03T15:00:00Z,2,York,Late,1400,2,Blue,Bob,Tom,1,,2
    4,2026-02-03,2026-02-03T14:00:00Z,1,York,Early,1400,1,Grey,Ann,Tom,3,,7
    4,2026-02-03,2026-02-03T14:00:00Z,1,York,Early,1400,2,Blue,Bob,Tom,1,,2
    """

  private func record(
    _ name: String, _ role: RecordRole = .jockey, adjust: (inout RecordRequest) -> Void = { _ in }
  ) throws -> Record {
    var request = RecordRequest(role, name)
    adjust(&request)
    return try RecordJob(request, from: StoreFixture.snapshot(csv: Self.csv)).run()
  }

  private func aliases() throws -> NameAliases {
    let folder = try TemporaryFolder()
    return try NameAliases(
      contentsOf: folder.write(
        "role,spelling,name\njockey,A. Nn,Ann\ncourse,Ascot,Royal Ascot\n", to: "a.csv"))
  }

  @Test func `the last runs are the starts, the newest first`() throws {
    let runs = try record("Ann").runs
    #expect(runs.map(\.day.iso) == ["2026-02-03", "2026-01-02", "2026-01-01"])
    #expect(
      runs[0]
        == RecordRun(
          day: Day(iso: "2026-02-03")!, course: "York", raceNumber: 1, raceName: "Early",
          distanceMetres: 1400, raceClass: nil, going: nil, weightPounds: nil,
          officialRating: nil, draw: nil, outcome: .finished, position: 3, fieldSize: 2,
          beatenLengths: nil, startingPrice: Decimal6("7"), betfairStartingPrice: nil, prices: [],
          horse: "Grey", jockey: "Ann", trainer: "Tom"))
    #expect(runs[1].outcome == .fell && runs[1].position == nil && runs[1].raceNumber == nil)
    #expect(runs[1].raceName == nil && runs[1].distanceMetres == nil)
    #expect(try record("Ann") { $0.runCount = 2 }.runs == Array(runs.prefix(2)))
    #expect(try record("Ann") { $0.runCount = 0 }.runs.isEmpty)
    let earlier = try record("Ann") { $0.asOf = Day(iso: "2026-02-03") }
    #expect(earlier.runs == Array(runs.dropFirst()))
  }

  @Test func `a filter on facts cuts the record and its runs`() throws {
    let filter = try Filter("career_runs >= 1 and trainer = Una")
    let cut = try record("Ann") { $0.filter = filter }
    #expect(cut.runs.map(\.day.iso) == ["2026-01-02"])
    #expect(cut.career?["runs"] == .integer(1) && cut.firstRun?.iso == "2026-01-02")
    let none = try record("Ann") { $0.filter = try? Filter("career_runs > 5") }
    #expect(none.runs.isEmpty && none.career == nil && none.firstRun == nil)
  }

  @Test func `a break in the filter is as long as the user says`() throws {
    let filter = try Filter("runs_since_break = 0")
    let usual = try record("Blue", .horse) { $0.filter = filter }
    #expect(usual.runs.map(\.day.iso) == ["2026-01-01"])
    let short = try record("Blue", .horse) {
      $0.filter = filter
      $0.facts.breakDays = 20
    }
    #expect(short.runs.map(\.day.iso) == ["2026-02-03", "2026-02-03", "2026-01-01"])
    #expect(short.career?["runs"] == .integer(3) && usual.career?["runs"] == .integer(1))
  }

  @Test func `races of a day stand in the order of their off times`() throws {
    let runs = try record("Blue", .horse).runs
    #expect(runs.map(\.raceName) == ["Late", "Early", nil, "The Opener"])
    #expect(
      runs.map(\.startingPrice) == ["2", "2", nil, "4.5"].map { $0.flatMap { Decimal6($0) } })
    // A non-runner is no starter.
    #expect(runs.map(\.fieldSize) == [1, 2, 2, 2])
  }

  @Test func `a career counts from the first start to the last`() throws {
    let record = try record("Ann")
    #expect(record.asOf.iso == "2026-02-04" && record.firstRun?.iso == "2026-01-01")
    #expect(record.career?.figures.runs == 3 && record.career?.figures.wins == 1)
    #expect(record.windows.map(\.window.name) == ["14d", "30d", "90d", "365d", "all"])
    #expect(record.windows.map { $0.row?.figures.runs } == [1, 1, 3, 3, 3])
    #expect(record.spellings.isEmpty && record.courses.isEmpty)
  }

  @Test func `spellings of one name are one record`() throws {
    let aliases = try aliases()
    let record = try record("Ann") {
      $0.aliases = aliases
      $0.minCourseRuns = 1
    }
    #expect(record.career?.figures.runs == 4 && record.runs.count == 4)
    #expect(record.spellings == ["A. Nn"])
    #expect(record.runs.map(\.jockey) == ["Ann", "Ann", "Ann", "Ann"])
    #expect(record.runs.map(\.course) == ["York", "Royal Ascot", "York", "York"])
    #expect(Set(record.courses.map(\.keys)) == [["York"], ["Royal Ascot"]])
  }

  @Test func `the best courses have enough runs and the best return first`() throws {
    let courses = try record("Bob") { $0.minCourseRuns = 1 }.courses
    // Bob's win at Ascot has no price, so no return.
    #expect(courses.map(\.keys) == [["York"], ["Ascot"]])
    #expect(try record("Bob") { $0.minCourseRuns = 2 }.courses.map(\.keys) == [["York"]])
    let one = try record("Bob") {
      $0.minCourseRuns = 1
      $0.courseCount = 1
    }
    #expect(one.courses.map(\.keys) == [["York"]])
  }

  @Test func `a name without a run before the day has an empty record`() throws {
    let record = try record("Bob") { $0.asOf = Day(iso: "2026-01-02") }
    #expect(record.career == nil && record.firstRun == nil && record.runs.isEmpty)
    #expect(record.windows.count == 5 && record.windows.allSatisfy { $0.row == nil })
  }

  @Test func `a record before the first race is refused`() throws {
    #expect(throws: ReportError.self) { try record("Ann") { $0.asOf = Day(iso: "2026-01-01") } }
  }

  /// One source of truth: a record's figures equal the reports' figures.
  @Test(arguments: RecordRole.allCases)
  func `a season's records are its reports' rows`(role: RecordRole) throws {
    let snapshot = try StoreFixture.season(runners: 1_500, seed: 9)
    let windows = try Window.list(["30d", "365d", "all"])
    let request = ReportRequest(
      dimensions: [try Dimension(role.rawValue), try Dimension("\(role.rawValue)+course")],
      windows: windows)
    let reports = try ReportJob(request, from: snapshot).run().reports
    let names = Set(reports[0].rows.map { $0.keys[0] }).sorted().prefix(4)
    for name in names {
      var own = RecordRequest(role, name)
      own.windows = windows
      own.minCourseRuns = 1
      own.courseCount = 100
      own.runCount = 10_000
      let record = try RecordJob(own, from: snapshot).run()
      for (window, row) in record.windows {
        let row = row.map { Self.withoutComparison($0.cells) }
        let expected = reports[0].rows.first { $0.keys == [name] && $0.window == window }
        #expect(row == expected.map { Self.withoutComparison($0.cells) })
      }
      let courses = reports[1].rows.filter { $0.keys[0] == name && $0.window == .all }
      #expect(record.courses.count == courses.count)
      for course in courses {
        let found = record.courses.first { $0.keys[0] == course.keys[1] }
        #expect(
          found.map { Self.withoutComparison(Array($0.cells)) }
            == Self.withoutComparison(Array(course.cells.dropFirst())))
      }
      #expect(record.runs.count == Int(record.career!.figures.runs))
      #expect(record.runs.count { $0.position == 1 } == Int(record.career!.figures.wins))
      #expect(record.firstRun == record.runs.last?.day)
      #expect(
        record.runs.first?.day.number == record.career!.figures.sequence.lastDay)
    }
  }

  /// Returns the cells without `iv`, which compares with the runners of the filter.
  private static func withoutComparison(_ cells: [ReportCell]) -> [ReportCell] {
    let comparison = 1 + ReportColumns.standard.names.firstIndex(of: "iv")!
    return cells.enumerated().filter { $0.offset != comparison }.map(\.element)
  }
}
