import Cards
import ColumnStore
import Columns
import CommandTools
import EntityReports
import Foundation
import Questions
import ReportPages
import ReportSpecs
import ReportWorkbooks
import ReportWriters
import RunnerKeys
import SystemFiles

/// A run's files: one per report and format, and the summary.
struct ReportFiles {
  /// The reports' names, in order.
  let names: [String]
  let formats: Set<ReportFormat>
  let folder: OutputFolder
  let threads: Int
  /// The output of progress.
  let console: Console

  /// The name of the page of all reports.
  private static let page = "report.html"
  /// The name of the workbook of all reports.
  private static let workbook = "report.xlsx"

  /// The name of the main file for a reader: the page, otherwise the workbook, otherwise the first
  /// report's file.
  var first: String? {
    if formats.contains(.html) { return Self.page }
    if formats.contains(.xlsx) { return Self.workbook }
    let ending = ["csv", "json"].first { ending in
      formats.contains { $0.rawValue == ending }
    }
    guard let name = names.first, let ending else { return nil }
    return "\(name).\(ending)"
  }

  func write(
    _ result: ReportResult, isSpec: Bool, sources: [SourceCounts], from snapshot: Snapshot?
  ) throws {
    let named = zip(names, result.answers).map { (name: $0, answer: $1) }
    let facts = RunFacts(of: result, sources)
    // Check all names first: if one file cannot be written, none is.
    try folder.check(all)
    if formats.contains(.xlsx) {
      try ReportWorkbook.check(named, for: folder.path + "/" + Self.workbook)
    }
    for (name, report) in zip(names, result.reports) {
      if formats.contains(.csv) {
        let path = name + ".csv"
        try folder.write(to: path) {
          try CSVReportWriter.write(
            report, threads: threads, progress: showing(path, report.rows.count), to: $0)
        }
      }
      if formats.contains(.json) {
        let path = name + ".json"
        try folder.write(to: path) {
          try JSONReportWriter.write(
            report, threads: threads, progress: showing(path, report.rows.count), to: $0)
        }
      }
    }
    let rows = result.reports.reduce(0) { $0 + $1.rows.count }
    if formats.contains(.html), let snapshot {
      console.progress("reading the months of \(grouped(rows)) rows for \(Self.page)")
      let parts = try ReportPage.parts(of: result, named: names, from: snapshot, threads: threads)
      console.progress("writing \(Self.page), \(grouped(rows)) rows")
      try folder.write(ReportPage.text(parts, facts, threads: threads), to: Self.page)
    }
    if formats.contains(.xlsx) { try writeWorkbook(named, facts, rows: rows) }
    let text = SummaryWriter.text(
      result.summary, reports: isSpec ? named : [], sources: sources, version: Version.engine)
    try folder.write(text, to: "summary.json")
  }

  // MARK: - Implementation

  /// The names of all files.
  private var all: [String] {
    let endings = [ReportFormat.csv, .json].filter { formats.contains($0) }.map(\.rawValue)
    var all: [String] = []
    for name in names { all += endings.map { "\(name).\($0)" } }
    if formats.contains(.html) { all.append(Self.page) }
    if formats.contains(.xlsx) { all.append(Self.workbook) }
    return all + ["summary.json"]
  }

  private func writeWorkbook(
    _ parts: [ReportWorkbook.Part], _ facts: RunFacts, rows: Int
  ) throws {
    let path = try folder.prepared(Self.workbook)
    let show = showing(Self.workbook, rows)
    try WholeFile.write(path) { draft in
      let packing = DispatchSource.makeTimerSource()
      defer { packing.cancel() }
      packing.setEventHandler { [console] in Self.showPacking(rows, to: draft, console) }
      packing.schedule(deadline: .distantFuture)
      packing.resume()
      try ReportWorkbook.write(parts, facts, to: draft, as: path) { done in
        show(done)
        guard done == rows else { return }
        Self.showPacking(rows, to: draft, console)
        packing.schedule(deadline: .now() + 0.25, repeating: 0.25)
      }
    }
  }

  /// Shows the size of a workbook: the library packs all rows at the end, and does not report its
  /// progress.
  private static func showPacking(_ rows: Int, to draft: String, _ console: Console) {
    let stage = "packing \(workbook), \(grouped(rows)) rows"
    let bytes = (try? FileSystem.status(of: draft))?.size ?? 0
    let rest = console.rest(of: stage, done: bytes / 1_000_000)
    console.progress(stage + (bytes > 0 ? ", \(bytes / 1_000_000) MB\(rest)" : ""))
  }

  /// Shows the start of a file; returns a closure that shows the number of rows written so far.
  private func showing(_ file: String, _ rows: Int) -> (Int) -> Void {
    console.progress(0, of: rows, "rows", stage: file)
    return { console.progress($0, of: rows, "rows", stage: file) }
  }
}

extension ReportPage {
  /// Reads the further data that a page shows of each report besides its rows.
  package static func parts(
    of result: ReportResult, named names: [String], from snapshot: Snapshot, threads: Int,
    held: HeldColumns? = nil
  ) throws(ReportError) -> [Part] {
    let rows = result.reports.reduce(0) { $0 + $1.rows.count }
    let limit = startLimit(rows: rows, reports: names.count)
    let histories = try HistoryJob(
      result.answers, startLimit: limit, from: snapshot, threads: threads, held: held
    ).run()
    return zip(names, zip(result.answers, histories)).map { name, own in
      Part(name: name, answer: own.0, history: own.1)
    }
  }
}

extension ReportBatch {
  /// Sets a day where the batch or a question has none.
  mutating func setDefaultDay(_ day: Day) {
    scope.asOf = scope.asOf ?? day
    for index in questions.indices {
      questions[index].scope.asOf = questions[index].scope.asOf ?? day
    }
  }

  /// Adds the figures of luck if pages are wanted: their plots need them.
  mutating func addLuck(for formats: Set<ReportFormat>) {
    guard formats.contains(.html) else { return }
    for index in questions.indices where questions[index].scope.figures.luck == nil {
      questions[index].scope.figures.luck = .bh
    }
    // The questions share one scan with the scope of the whole run.
    if scope.figures.luck == nil { scope.figures.luck = .bh }
  }
}

extension RunFacts {
  /// Takes the facts of a run; the command shown names the as-of day, because the store's may move.
  fileprivate init(of result: ReportResult, _ sources: [SourceCounts]) {
    var words = ["railbird"] + CommandLine.arguments.dropFirst()
    let hasDay = words.contains { $0 == "--as-of" || $0.hasPrefix("--as-of=") }
    if !hasDay { words += ["--as-of", result.summary.scope.asOf.iso] }
    self.init(
      command: RunFacts.command(words), version: Version.engine,
      sources: sources)
  }
}
