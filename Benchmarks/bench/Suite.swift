import ColumnStore
import Columns
import Foundation
import RacingImport
import RacingReports
import ReportWriters

/// A wrong answer; a benchmark that gives one has no time.
struct WrongAnswer: Error, CustomStringConvertible {
  let description: String
}

/// The workloads, in order: each is warmed up once, timed several times, and verified.
struct Suite {
  let input: GeneratedInput
  let runs: Int
  let threads: Int

  func run() throws -> [Measurement] {
    let store = input.folder + "/store"
    let csv = try measure(
      "import CSV", rows: input.runners, bytes: GeneratedInput.size(of: input.csv)
    ) {
      try importFile(input.csv, into: store)
    }
    let parquet = try measure(
      "import Parquet", rows: input.runners, bytes: GeneratedInput.size(of: input.parquet)
    ) {
      try importFile(input.parquet, into: store)
    }
    var text = ""
    let report = try measure("jockey report", rows: input.runners, bytes: nil) {
      let result = try Self.report(store, ["jockey"], threads: threads)
      text = CSVReportWriter.text(result.reports[0])
      try verify(result.reports[0])
    }
    try Baselines.verify(text, runners: input.runners, seed: input.seed)
    let three = try measure("jockey + trainer + jockey-trainer", rows: input.runners, bytes: nil) {
      let result = try Self.report(
        store, ["jockey", "trainer", "jockey+trainer"], threads: threads)
      try verify(result.reports[0])
    }
    return [csv, parquet, report, three]
  }

  // MARK: - Implementation

  private func measure(
    _ name: String, rows: Int, bytes: Int?, _ body: () throws -> Void
  ) throws -> Measurement {
    try body()
    let seconds = try (0..<runs).map { _ in
      let clock = ContinuousClock()
      let time = try clock.measure(body)
      return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
    return Measurement(name: name, rows: rows, bytes: bytes, seconds: seconds.sorted())
  }

  private func importFile(_ path: String, into store: String) throws {
    try? FileManager.default.removeItem(atPath: store)
    let text = Mapping.builtInText("railbird")!
    var job = ImportJob(
      store: store, mapping: try Mapping(yaml: text, file: "railbird"), mappingText: text, now: 0)
    job.threads = threads
    job.keepsArchive = false
    let imported = try job.run([path])[0]
    guard imported.stored == input.runners else {
      throw WrongAnswer(
        description: "\(path): found \(imported.stored) rows stored; expected \(input.runners)")
    }
  }

  private static func report(_ store: String, _ keys: [String], threads: Int) throws -> ReportResult
  {
    var request = ReportRequest(dimensions: try keys.map { try Dimension($0) })
    request.threads = threads
    return try ReportJob(request, from: try Snapshot(store: store)).run()
  }

  /// Holds the `all` rows against the plain recount.
  private func verify(_ report: EntityReport) throws {
    let rows = report.rows.filter { $0.window == .all }
    let expected = input.recount.records
    guard rows.count == expected.count else {
      throw WrongAnswer(description: "found \(rows.count) jockeys; expected \(expected.count)")
    }
    for row in rows {
      let figures = row.figures
      let found = PlainRecord(
        runs: Int(figures.runs), wins: Int(figures.wins), bets: Int(figures.bets[0].bets),
        returnedMicros: figures.bets[0].profit + figures.bets[0].bets * 1_000_000)
      guard found == expected[row.keys[0]] else {
        throw WrongAnswer(
          description: "\(row.keys[0]): found \(found); expected "
            + "\(expected[row.keys[0]].map { "\($0)" } ?? "nobody")")
      }
    }
  }
}
