import AngleSearch
import ColumnStore
import Foundation
import ReportWriters

/// W9: the best of all combinations of up to three of seven keys, and the best of seasons of luck.
struct SearchWorkload: Workload {
  static let keys = ["course", "jockey", "trainer", "number", "draw", "race_no", "weekday"]

  let input: DataSet
  let permutations: Int
  let threads: Int
  private let snapshot: Snapshot
  private var report: SearchReport?
  private(set) var parts: [String: Double] = [:]

  init(_ input: DataSet, permutations: Int, threads: Int) throws {
    self.input = input
    self.permutations = permutations
    self.threads = threads
    snapshot = try Snapshot(store: input.store)
  }

  var rows: Int { snapshot.rowCount(of: "runners") }

  var touchedBytes: Int {
    TouchedBytes.count(
      snapshot,
      runners: [
        "jockey", "trainer", "number", "draw", "race_index", "outcome", "position", "sp",
      ], races: ["date", "course", "race_no"])
  }

  mutating func prepare() { report = nil }

  mutating func run() throws {
    var request = try SearchRequest(keys: Self.keys, depth: 3)
    request.minRuns = 100
    request.top = 50
    request.permutations = permutations
    request.threads = threads
    let asked = request
    let job = try timed { try SearchJob(asked, from: snapshot) }
    let found = try timed { try job.value.run(from: job.value.begun) { _ in true } }
    report = found.value
    parts = ["races": job.seconds, "angles": found.seconds]
  }

  func digest() throws -> String { try answer() }

  func answer() throws -> String { Checksum.hex(of: Data(CellTable(report!).csv.utf8)) }

  func write(to path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try CellTable(report!).csv.write(
      toFile: path + "/search.csv", atomically: true, encoding: .utf8)
  }
}
