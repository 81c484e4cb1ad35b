import ColumnStore
import Columns
import StoreSupport
import TestSupport
import Testing

@testable import Features
@testable import RunnerKeys

/// Data from a day on changes no cell of that day's or earlier rows.
@Suite struct FeaturePoisonTests {
  private static let rows = WildRaces(races: 90, salt: 51).rows
  private static let days = ["2024-12-24", "2025-01-01", "2025-06-15"]

  @Test(arguments: LongForm.cases(days, short: 1))
  func `a result of the day or later changes no row up to the day`(day: String) throws {
    let poisoned = Self.rows.map { Self.date($0) >= day ? Self.changed($0) : $0 }
    try expectSame(poisoned, upTo: day, "changed")
  }

  @Test(arguments: LongForm.cases(days, short: 1))
  func `more races on the day or later change no row up to the day`(day: String) throws {
    let added = (1...5).map {
      "new,\(day),\(day)T00:00:01Z,1,New course,AU,true,9,New,1234,\($0),H\($0)-\($0),Ann,"
        + "New trainer,,,19,\($0),finished,2,9,true,3"
    }
    try expectSame(added + Self.rows, upTo: day, "added")
  }

  @Test(arguments: LongForm.cases(days, short: 1))
  func `races taken away change no row that stays up to the day`(day: String) throws {
    let kept = Self.rows.enumerated().filter { Self.date($1) < day || $0 % 3 == 0 }.map(\.element)
    try expectSame(kept, upTo: day, "deleted")
  }

  @Test(arguments: days)
  func `a change the day before is seen`(day: String) throws {
    // Otherwise the tests above could pass on anything.
    let earlier = "2024-06-02"
    let changed = Self.rows.map { Self.date($0) < day ? Self.changed($0) : $0 }
    let (before, after) = (try cells(Self.rows), try cells(changed))
    #expect(before.contains { key, row in key.day > earlier && row != after[key] })
  }

  // MARK: - Implementation

  private struct Key: Hashable {
    let day: String
    let race: String
    let number: String?
    let horse: String?
  }

  /// Compares, cell by cell, the rows up to a day that both stores have.
  private func expectSame(_ rows: [String], upTo day: String, _ name: String) throws {
    let (expected, found) = (try cells(Self.rows), try cells(rows))
    let common = found.keys.filter { $0.day <= day && expected[$0] != nil }
    #expect(common.contains { $0.day < day })
    for key in common {
      #expect(found[key] == expected[key], "\(name), \(key), seed \(SeededGenerator.seed)")
    }
    // Earlier days lose and gain no row.
    let earlier = [found, expected].map { Set($0.keys.filter { $0.day < day }) }
    #expect(earlier[0] == earlier[1], "\(name)")
  }

  /// Returns each row's features by the runner's key, including runners without a result.
  private func cells(_ rows: [String]) throws -> [Key: [String?]] {
    let snapshot = try StoreFixture.snapshot(csv: WildRaces.csv(rows))
    var request = try FeatureRequest(
      dimensions: [
        "jockey", "horse", "trainer+course", "country", "days_since_last_run_band", "draw",
      ], windows: Window.list(["1d", "30d", "365d", "all"]))
    request.metrics = FeatureMetric.allCases
    // The ranks lack a runner withdrawn on the day, and not every row of a race has its off time.
    let others = FeatureRequest.inputNames.filter {
      !["date", "horse", "weight_rank", "rating_rank", "off_time"].contains($0)
    }
    var reported = try FeatureRequest(
      dimensions: ["jockey", "trainer+course"], windows: Window.list(["30d", "all"]))
    try reported.setMetrics(RecordFigure.names)
    return try Self.cells(request, others, snapshot).merging(
      Self.cells(reported, [], snapshot), uniquingKeysWith: +)
  }

  private static func cells(
    _ asked: FeatureRequest, _ columns: [String], _ snapshot: Snapshot
  ) throws -> [Key: [String?]] {
    var request = asked
    request.includesUnresolved = true
    request.filter = try Filter("days_since_last_run < 300 or sp > 1 or horse is null")
    request.threads = 2
    try request.setColumns(["date", "horse"] + columns)
    let table = try FeatureJob(request, from: snapshot).run().table
    let cells = table.columns.map(\.cells)
    var found: [Key: [String?]] = [:]
    for row in 0..<table.rowCount {
      let own = cells.map { $0[row] }
      let day = Day(Int32(own[2]!)!).iso
      found[Key(day: day, race: own[0]!, number: own[1], horse: own[3])] = Array(own[4...])
    }
    #expect(found.count == table.rowCount)
    return found
  }

  private static func date(_ row: String) -> String {
    String(row.split(separator: ",", omittingEmptySubsequences: false)[1])
  }

  /// Returns the same runner, with another result and another price.
  private static func changed(_ row: String) -> String {
    var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    // Counted from the end: names may hold commas.
    cells[cells.count - 6] = "1"
    cells[cells.count - 5] = "finished"
    cells[cells.count - 4] = "77"
    return cells.joined(separator: ",")
  }
}
