import ColumnStore
import Columns
import Foundation
import ReportWriters
import StoreSupport
import TestSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// A store on disk whose reports keep sums: three years of races in which everything odd happens.
final class KeptStore {
  /// The rows, the oldest first; some are imported later.
  let rows: [String]
  private let folder: TemporaryFolder

  /// Makes a store of the races before a day.
  init(before day: String = "9999", races: Int = 240, salt: UInt64 = 41) throws {
    rows = WildRaces(races: races, salt: salt, days: 1100).rows.sorted {
      KeptStore.date($0) < KeptStore.date($1)
    }
    folder = try TemporaryFolder()
    try add(rows.filter { Self.date($0) < day })
  }

  var path: String { folder.file("store") }
  var sums: String { path + "/sums" }

  static func date(_ row: String) -> Substring { row.split(separator: ",")[1] }

  /// Returns the rows of some days.
  func rows(from first: String, before end: String = "9999") -> [String] {
    rows.filter { first <= Self.date($0) && Self.date($0) < end }
  }

  /// Imports rows.
  func add(_ rows: [String]) throws { try StoreFixture.add(csv: WildRaces.csv(rows), to: path) }

  /// Returns the names of the files of sums.
  func sumFiles() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: sums)) ?? []).sorted()
  }

  /// Returns the bytes of the files of sums.
  func sumBytes() -> [Data?] {
    sumFiles().map { FileManager.default.contents(atPath: sums + "/" + $0) }
  }

  /// Returns the number of runners that a report of the store visits.
  func visited(_ request: ReportRequest) throws -> Int {
    try ReportJob(request, from: Snapshot(store: path)).runnerCount
  }

  /// Makes a report with kept sums and without, and expects the same result.
  ///
  /// - Returns: The number of runners that the report with kept sums visited.
  @discardableResult
  func expectSame(_ request: ReportRequest, _ comment: Comment? = nil) throws -> Int {
    let snapshot = try Snapshot(store: path)
    var keeping = request
    keeping.keepsSums = true
    let job = try ReportJob(keeping, from: snapshot)
    let found = Self.texts(try job.run())
    let expected = Self.texts(try ReportJob(request, from: snapshot).run())
    #expect(found == expected, comment)
    return job.runnerCount
  }

  /// Requests of other keys, filters and rules.
  static func request(
    _ by: [String] = ["jockey", "trainer", "jockey+trainer"],
    _ windows: [String] = ["14d", "90d", "365d", "all"],
    _ adjust: (inout ReportRequest) throws -> Void = { _ in }
  ) throws -> ReportRequest {
    var request = ReportRequest(
      dimensions: try by.map { try Dimension($0) }, windows: try Window.list(windows))
    request.threads = 2
    try adjust(&request)
    return request
  }

  static func texts(_ result: ReportResult) -> [String] {
    result.reports.flatMap { [CSVReportWriter.text($0), JSONReportWriter.text($0)] }
      + [SummaryWriter.text(result.summary, sources: [], version: "1")]
  }
}
