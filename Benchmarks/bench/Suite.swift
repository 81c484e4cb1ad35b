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
  let ledger: GeneratedLedger
  let runs: Int
  let threads: Int

  func run() throws -> [Measurement] {
    let store = input.folder + "/store"
    let imports = try [("import CSV", input.csv), ("import Parquet", input.parquet)].map {
      name, file in
      try measure(name, bytes: GeneratedInput.size(of: file)) {
        try? FileManager.default.removeItem(atPath: store)
      } work: {
        try importFile(file, into: store)
      } verify: { imported in
        guard imported.stored == input.runners else {
          throw WrongAnswer(
            description: "\(file): found \(imported.stored) rows stored; expected \(input.runners)")
        }
      }
    }
    let replay = try replay()
    let jockey = try measure("jockey report") {
      try Self.report(store, ["jockey"], threads: threads)
    } verify: {
      try verify($0.reports[0])
      let text = CSVReportWriter.text($0.reports[0])
      try Baselines.verify(text, runners: input.runners, seed: input.seed)
    }
    let three = try measure("jockey + trainer + jockey-trainer") {
      try Self.report(store, ["jockey", "trainer", "jockey+trainer"], threads: threads)
    } verify: {
      try verify($0.reports[0])
    }
    return imports + [replay, jockey, three, try season(ledger)]
  }

  // MARK: - Implementation

  /// Times the tables made anew from archived JSON.
  private func replay() throws -> Measurement {
    let store = input.folder + "/archived"
    // Our own layout with its rows in JSON, which the built-in mapping does not read.
    let mapping = Mapping.builtInText("railbird")!.replacingOccurrences(
      of: "feeds: runners", with: "feeds: runners\n    rows: '[]'")
    _ = try importFile(input.json, into: store, mapping: mapping, keepsArchive: true)
    let size = GeneratedInput.size(of: input.json)
    return try measure("replay JSON", rows: input.jsonRunners, bytes: size) {
      var job = ReplayJob(store: store)
      job.threads = threads
      return try job.run()
    } verify: { outcome in
      let stored = outcome.after.map(\.stored)
      guard stored == [input.jsonRunners], outcome.textBytes == size else {
        throw WrongAnswer(
          description: "replay: found \(stored) rows of \(outcome.textBytes) bytes stored; "
            + "expected \(input.jsonRunners) of \(size)")
      }
    }
  }

  /// Times `work` alone; what comes before and after it is not counted.
  func measure<Answer>(
    _ name: String, rows: Int? = nil, bytes: Int? = nil, prepare: () -> Void = {},
    work: () throws -> Answer,
    verify: (Answer) throws -> Void
  ) throws -> Measurement {
    var seconds: [Double] = []
    for run in 0...runs {
      prepare()
      let clock = ContinuousClock()
      let start = clock.now
      let answer = try work()
      let time = start.duration(to: clock.now).components
      try verify(answer)
      // The first run warms up.
      if run > 0 { seconds.append(Double(time.seconds) + Double(time.attoseconds) / 1e18) }
    }
    return Measurement(
      name: name, rows: rows ?? input.runners, bytes: bytes, seconds: seconds.sorted())
  }

  private func importFile(
    _ path: String, into store: String, mapping text: String = Mapping.builtInText("railbird")!,
    keepsArchive: Bool = false
  ) throws -> ImportedFile {
    var job = ImportJob(
      store: store, mapping: try Mapping(yaml: text, file: "railbird"), mappingText: text, now: 0)
    job.threads = threads
    job.keepsArchive = keepsArchive
    return try job.run([path])[0]
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
