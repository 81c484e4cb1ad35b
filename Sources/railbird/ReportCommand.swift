import ArgumentParser
import ColumnStore
import Columns
import Foundation
import Racing
import RacingImport
import RacingReports
import ReportWriters
import Synchronization

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Computes ROI, win rates, form and more per jockey, trainer, horse …",
    discussion: """
      Writes one file per dimension, such as jockey.csv and jockey-trainer.csv, and summary.json. \
      docs/reports.md defines every column.

      Examples:
        railbird report --store S --by jockey,trainer --out out
        railbird report --store S --by jockey+trainer --windows 90d,all --min-runs 50 --out out
        railbird report --store S --by horse --as-of 2024-06-01 --format json --out out
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv
    case json
  }

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Dimensions, by commas; keys joined by +: \(Dimension.keyNames.joined(separator: ", ")).",
      valueName: "keys"))
  var by = "jockey,trainer"

  @Option(name: .long, help: ArgumentHelp("Windows, by commas.", valueName: "list"))
  var windows = "14d,30d,90d,365d,all"

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Count races before this day (default: the day after the last race).", valueName: "date"))
  var asOf: String?

  @Option(name: .long, help: ArgumentHelp("Drop rows with fewer runs.", valueName: "n"))
  var minRuns = 0

  @Option(name: .long, help: ArgumentHelp("Files to write: csv, json or both.", valueName: "list"))
  var format = "csv,json"

  @Option(name: .long, help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"))
  var out: String

  @Option(
    name: .long, help: ArgumentHelp("The exchange's commission on net winnings.", valueName: "rate")
  )
  var commission = "0.05"

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Place terms for all races (default: by country): "
        + PlaceTerms.names.joined(separator: ", ") + ".", valueName: "name"))
  var placeTerms: String?

  func validate() throws {
    _ = try request()
    _ = try formats()
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let snapshot = try Snapshot(store: storeOptions.store)
      let job = try ReportJob(try request(), from: snapshot)
      let result = job.run(progress: progress(console, total: job.runnerCount))
      console.clear()
      let folder = OutputFolder(out)
      for report in result.reports {
        if try formats().contains(.csv) {
          try folder.write(to: report.dimension.fileName + ".csv") { emit in
            try CSVReportWriter.write(report, to: emit)
          }
        }
        if try formats().contains(.json) {
          try folder.write(to: report.dimension.fileName + ".json") { emit in
            try JSONReportWriter.write(report, to: emit)
          }
        }
      }
      let sources = ImportLedger(snapshot).standing.map { SourceCounts($0) }
      try folder.write(
        SummaryWriter.text(result.summary, sources: sources, version: Version.engine),
        to: "summary.json")
      show(result, console)
    }
  }

  // MARK: - Implementation

  private func request() throws -> ReportRequest {
    do {
      var request = ReportRequest(
        dimensions: try list(by).map { try Dimension($0) },
        windows: try Window.list(list(windows)))
      guard Set(request.dimensions).count == request.dimensions.count else {
        throw ValidationError("--by: found a dimension twice; expected each once")
      }
      request.asOf = try asOf.map(day)
      request.minRuns = minRuns
      request.threads = work.threadCount
      request.commission = try rate()
      request.placeTerms = try placeTerms.map(terms)
      guard minRuns >= 0 else {
        throw ValidationError("--min-runs: found \(minRuns); expected 0 or more")
      }
      return request
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }

  private func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  private func day(_ text: String) throws -> Day {
    guard let day = Day(iso: text) else {
      throw ValidationError("--as-of: found \(text); expected a day as YYYY-MM-DD")
    }
    return day
  }

  private func rate() throws -> Commission {
    guard let micros = Decimal6(commission)?.micros, let rate = Commission(rateMicros: micros)
    else {
      throw ValidationError("--commission: found \(commission); expected a rate from 0 to 1")
    }
    return rate
  }

  private func terms(_ name: String) throws -> PlaceTerms {
    guard let terms = PlaceTerms(name: name) else {
      throw ValidationError(
        "--place-terms: found \(name); expected one of \(PlaceTerms.names.joined(separator: ", "))")
    }
    return terms
  }

  private func formats() throws -> Set<Format> {
    try Set(
      list(format).map { name in
        guard let format = Format(rawValue: name) else {
          throw ValidationError("--format: found \(name); expected csv, json or csv,json")
        }
        return format
      })
  }

  private func progress(_ console: Console, total: Int) -> @Sendable (Int) -> Void {
    let done = ProgressCount()
    return { count in
      let now = done.add(count)
      console.progress("\(grouped(now)) starters of \(grouped(total)) runners")
    }
  }

  private func show(_ result: ReportResult, _ console: Console) {
    if Console.outIsTerminal && !work.quiet {
      let enoughRuns = minRuns > 0 ? minRuns : 50
      for report in result.reports {
        if let text = LeagueTable.text(report, minRuns: enoughRuns) { Console.print(text) }
      }
    }
    let rows = result.reports.map { "\($0.dimension.fileName) \(grouped($0.rows.count))" }
    console.note("\(rows.joined(separator: ", ")) rows as of \(result.summary.asOf.iso) in \(out)")
  }
}

/// A count that several threads add to.
private final class ProgressCount: Sendable {
  private let count = Atomic(0)

  func add(_ more: Int) -> Int { count.add(more, ordering: .relaxed).newValue }
}

extension SourceCounts {
  fileprivate init(_ file: ImportedFile) {
    self.init(
      name: file.name, rowsRead: file.rowsRead, stored: file.stored, duplicates: file.duplicates,
      rejected: file.rejected, reasons: file.reasons)
  }
}
