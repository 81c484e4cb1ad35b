import ColumnStore
import Columns
import Foundation
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import Cards
@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// A day's qualifiers against the report's own rows.
struct QualifierTests {
  private static let conditions = [
    "runs_since_break = 1", "class_change < 0", "is_favourite", "class_change < 0 and sp < 8",
    "jockey_14d_win_rate > 0.1 or draw = 1", "weekday in (Saturday, Sunday) and not handicap",
    "career_runs = 0", "position > 3", "horse like 'Z%'", "outcome = fell",
  ]

  private static func angles(_ conditions: [String] = conditions) throws -> [Angle] {
    try conditions.map { Angle(name: $0, filter: try Filter($0)) }
  }

  private static func list(_ day: Day, _ angles: [Angle], _ snapshot: Snapshot) throws
    -> QualifierList
  {
    var request = QualifierRequest(day: day, angles: angles)
    request.threads = 2
    return try QualifierJob(request, from: snapshot).run()
  }

  private static func lastDay(_ snapshot: Snapshot) throws -> Day {
    try #require(try snapshot.raceDays()).upperBound
  }

  /// The report of a condition; by default the one row of all runners.
  private static func report(
    _ angle: Angle, by key: String = Dimension.none, _ window: Window, asOf: Day,
    _ snapshot: Snapshot
  ) throws -> EntityReport {
    var request = ReportRequest(dimensions: [try Dimension(key)], windows: [window])
    request.filter = angle.filter
    request.asOf = asOf
    request.commission = angle.commission
    request.placeTerms = angle.placeTerms
    request.figures = angle.figures
    request.figures.luck = .bh
    request.facts = angle.facts
    return try ReportJob(request, from: snapshot).run().reports[0]
  }

  @Test func `a day's qualifiers are the runners that the report counts on that day`() throws {
    let snapshot = try StoreFixture.season(runners: 3_000, seed: 12)
    let angles = try Self.angles()
    for day in [try Self.lastDay(snapshot), try Self.lastDay(snapshot) - 40] {
      guard let list = try? Self.list(day, angles, snapshot) else { continue }
      for (index, angle) in angles.enumerated() {
        let rows = try Self.report(angle, by: "horse", Window("1d"), asOf: day + 1, snapshot).rows
        let expected = rows.flatMap { row in
          Array(repeating: row.keys[0], count: Int(row.figures.runs))
        }
        let own = list.qualifiers(of: index)
        #expect(own.map { $0.runner.horse ?? "" }.sorted() == expected.sorted(), "\(angle.name)")
        #expect(own.allSatisfy { $0.state == .meets })
      }
    }
    let all = try Self.list(Self.lastDay(snapshot), angles, snapshot)
    #expect(angles.indices.count { !all.qualifiers(of: $0).isEmpty } >= 5)
  }

  @Test func `past qualifiers are those of each day by the facts of its morning`() throws {
    let snapshot = try StoreFixture.season(runners: 2_000, seed: 15)
    let (angles, last) = (try Self.angles(), try Self.lastDay(snapshot))
    let found = try PastQualifierJob(
      QualifierRequest(day: last - 9, angles: angles), through: last, from: snapshot
    ).run()
    var starters: Set<String> = []
    var expected = angles.map { _ in [String]() }
    for day in (0..<10).map({ last - 9 + $0 }) {
      guard let card = try? Self.list(day, angles, snapshot).card else { continue }
      for runner in card.races.flatMap(\.runners) where !runner.isNonRunner {
        let name = "\(day.iso) \(runner.horse ?? "")"
        starters.insert(name)
        for angle in runner.angles where angle.morning == .meets {
          expected[angle.index].append(name)
        }
      }
    }
    for (own, expected) in zip(found, expected) {
      let names = own.runners.map { "\($0.day.iso) \($0.horse ?? "")" }
      #expect(names.filter(starters.contains) == expected, "\(own.angle.name)")
      // What is known at the off or later chooses no runner.
      if own.angle.name == "is_favourite" || own.angle.name == "position > 3" {
        #expect(names.isEmpty && own.openCount > 0)
      }
    }
    #expect(expected.count { !$0.isEmpty } >= 3)
  }

  @Test func `an angle's record is the row of its report`() throws {
    let snapshot = try StoreFixture.season(runners: 2_000, seed: 13)
    let day = try Self.lastDay(snapshot)
    var scope = ReportScope()
    scope.commission = Commission(rateMicros: 20_000)!
    scope.figures.baseline = MarketBaseline(name: "shin")!
    scope.placeTerms = .hk
    var facts = FactRules.standard
    facts.breakDays = 30
    var angles = try Self.angles()
    angles.append(
      Angle(
        name: "own rules", filter: try Filter("runs_since_break = 0"), scope: scope, facts: facts))
    scope.figures.bets = [.eachWay, .sp]
    angles.append(Angle(name: "each way", filter: try Filter("sp > 8"), scope: scope))
    let records = try Self.list(day, angles, snapshot).records
    let columns = AngleRecord.columns(AngleRecord.bets(of: angles)).names
    #expect(columns.contains("ew_roi"))
    var rowCount = 0
    for (angle, record) in zip(angles, records) {
      guard let row = try Self.report(angle, .all, asOf: day, snapshot).rows.first else {
        #expect(record.row == nil, "\(angle.name)")
        continue
      }
      rowCount += 1
      // Columns of bets that other angles ask for are not in the angle's own report.
      let own = columns.filter { row.figures.columns.names.contains($0) && $0 != "q" }
      #expect(own.count > 30 && record.cells(own) == own.map { row[$0] ?? .empty }, "\(angle.name)")
    }
    #expect(rowCount > 8)
  }

  @Test func `q is that of Benjamini and Hochberg over the angles of the file`() throws {
    let snapshot = try StoreFixture.season(runners: 2_000, seed: 14)
    let records = try Self.list(Self.lastDay(snapshot), Self.angles(), snapshot).records
    let p = records.map { $0.row?.figures.extra?.luck.figures?.p }
    let known = p.compactMap { $0 }
    #expect(known.count > 6)
    for (record, own) in zip(records, p) {
      // The least share of false discoveries at any threshold that still takes the angle in.
      let q = own.map { own in
        known.filter { $0 >= own }.map { threshold in
          min(1, threshold * Double(known.count) / Double(known.count { $0 <= threshold }))
        }.min()!
      }
      let expected = ReportCell.decimal(
        q.map { Rounding.halfEven($0, scaledBy: 1_000_000) }, places: 6)
      #expect(record.cells(["q"]) == [expected], "\(record.angle.name)")
    }
  }

  @Test func `without earlier races an angle has qualifiers and no record`() throws {
    let snapshot = try StoreFixture.season(runners: 300, seed: 15)
    let day = try #require(try snapshot.raceDays()).lowerBound
    let list = try Self.list(day, Self.angles(["number > 0"]), snapshot)
    #expect(!list.qualifiers(of: 0).isEmpty && list.summary == nil)
    #expect(
      list.records[0].cells(["runs", "sp_bets", "sp_roi", "q"])
        == [.integer(0), .integer(0), .empty, .empty])
  }

  // MARK: - Facts that are known later

  private static let coming = """
    race_id,date,number,draw,horse,class,position,outcome,sp
    1,2026-03-01,1,1,Red,Class 4,1,,3
    2,2026-03-01,2,2,Blue,Class 2,2,,2
    3,2026-03-05,1,1,Red,Class 3,,,
    3,2026-03-05,2,2,Blue,Class 3,,,4
    3,2026-03-05,3,3,Grey,Class 3,,non_runner,
    """

  @Test(arguments: [
    ("class_change < 0", ["Blue": "meets"]), ("class_change < 0 and sp < 6", ["Blue": "open"]),
    ("draw = 1 or sp < 6", ["Red": "meets", "Blue": "open"]),
    ("not (class_change > 0 or sp < 6)", ["Blue": "open"]),
    ("sp is null and is_favourite", ["Red": "open", "Blue": "open"]), ("class_change = 9", [:]),
    ("runners = 2", ["Red": "meets", "Blue": "meets"]), ("not draw >= 1 and sp < 6", [:]),
  ])
  func `a runner is open where only what is known later is left`(
    condition: String, states: [String: String]
  ) throws {
    let snapshot = try StoreFixture.snapshot(csv: Self.coming)
    let list = try Self.list(
      Day(iso: "2026-03-05")!, Self.angles([condition]), snapshot)
    let found = list.qualifiers(of: 0).map { ($0.runner.horse!, $0.state.rawValue) }
    #expect(Dictionary(uniqueKeysWithValues: found) == states)
  }

  @Test func `an angle names what it waits for`() throws {
    let angle = try Self.angles(["class_change < 0 and (sp < 6 or is_favourite) and sp > 2"])[0]
    #expect(angle.laterFields == ["sp", "is_favourite"])
    #expect(try Self.angles(["runners > 7 and last_sp < 3"])[0].laterFields == [])
  }

  @Test func `the page names all that is known later`() throws {
    let path = RailbirdProcess.packageFolder + "/docs/angles.md"
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(Dimension.laterFields.allSatisfy { page.contains("`\($0)`") })
    #expect(Dimension.laterFields.allSatisfy { FilterField.named($0) != nil })
  }

  @Test func `the marks of a morning know nothing of the day's results`() throws {
    let all = FactRaces(races: 400, salt: 92).rows
    let days = Dictionary(grouping: all, by: FactRaces.date)
    // Of the days with half a season before them the one with the most runners.
    let day = days.keys.filter { $0 > "2025-02-01" }.sorted().max {
      days[$0]!.count < days[$1]!.count
    }!
    let rows = all.filter { row in
      // A runner without a result beside others with one would count before the race only.
      FactRaces.date(row) != day || FactRaces.cells(row)[18] != "unresolved"
    }
    #expect(rows.count { FactRaces.date($0) == day } > 4)
    let morning = rows.filter { FactRaces.date($0) <= day }.map { row in
      FactRaces.date(row) == day ? Self.withoutResult(row) : row
    }
    var random = RandomFilters(salt: 93)
    let angles = try (0..<200).map { index in
      Angle(name: "\(index)", filter: try Filter(random.expression(depth: 2).description))
    }
    var request = try CardRequest(day: Day(iso: day)!, dimensions: [])
    request.angles = angles
    func marks(_ rows: [String], hasResults: Bool) throws -> [String] {
      let card = try CardJob(request, from: StoreFixture.snapshot(csv: FactRaces.csv(rows))).run()
      return card.races.flatMap { race in
        race.runners.map { runner in
          let names = [CardAngle.State.meets, .open].map {
            runner.angleNames($0, hasResults: hasResults)
          }
          return "\(race.raceID) \(runner.number ?? 0) \(names)"
        }
      }
    }
    let expected = try marks(morning, hasResults: false)
    #expect(try marks(rows, hasResults: false) == expected)
    #expect(try marks(morning, hasResults: true) == expected)
    // Results decide some that were open.
    #expect(try marks(rows, hasResults: true) != expected)
  }

  private static func withoutResult(_ row: String) -> String {
    var cells = FactRaces.cells(row)
    if cells[18] != "non_runner" { cells[18] = "unresolved" }
    for column in [17, 19, 20] { cells[column] = "" }
    return cells.joined(separator: ",")
  }
}
