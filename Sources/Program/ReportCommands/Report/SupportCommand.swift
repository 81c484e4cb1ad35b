import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import Questions
import Racing
import ReportWriters
import RunnerKeys
import StoreImport
import SupportFigures

struct SupportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "support",
    abstract: "Support tickets in the store: answered when, and what the days were like.",
    discussion: """
      Times to the first and the last answer as exact percentiles, unanswered tickets, messages. The file \
      load has a row per day: tickets and messages beside races, bets, promotions and points. \
      The summary that is printed is by state over all days; --by and --windows are the files'. \
      docs/reports.md defines the columns.

      Examples:
        railbird support --store S
        railbird support --store S --out out
        railbird support --store S --by week,channel+week,assignee+month \\
          --windows all --out out
        railbird support --store S --as-of 2024-06-01 --format csv --out out \\
          --show | less
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Files by commas; keys joined by +: "
        + "\(SupportKey.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "keys"), completion: .names(SupportKey.allCases.map(\.rawValue), separatedBy: ",+")
  )
  var by = "state+week,channel+week,app_version+week,os_version+week"

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Windows, by commas; load covers the longest.", valueName: "list"),
    completion: .names(Window.standard.map(\.name)))
  var windows = Window.standard.map(\.name).joined(separator: ",")

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Count what happened before this day in UTC (default: the day after the last message).",
      valueName: "date"))
  var asOf: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Writes a file per grouping, such as state-week.csv, load and summary.json into a folder; made "
        + "if absent.",
      valueName: "dir"), completion: .directory)
  var out: String?

  @OptionGroup var summary: SummaryOptions

  func validate() throws {
    _ = try question()
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      let question = try question()
      let tables = folder == nil ? SupportJob.tables : LoadJob.tables.union([RacingTables.imports])
      let snapshot = try Snapshot(store: storeOptions.store, tables: tables)
      let job = SupportJob(question, from: snapshot)
      let report = try job.run(
        progress: console.counting("tickets and messages", of: job.rowCount))
      console.clear()
      if summary.printsSummary(beside: out, work) {
        Console.print(SupportText.text(report), terminator: "")
      }
      guard let out, let folder else { return }
      let days = LoadJob(days: question.longestWindow, before: report.asOf, from: snapshot)
      let load = try days.run(progress: console.counting("rows", of: days.rowCount))
      try write(report, load, sources: ImportLedger(snapshot).standing, to: folder)
      let rows = report.groups.map { "\($0.grouping.fileName) \(grouped($0.rows.count))" }
      let names = try summary.formats().map(\.rawValue).joined(separator: " and ")
      console.note(
        "\(rows.joined(separator: ", ")), load \(grouped(load.count)) rows as \(names) as of "
          + "\(report.asOf.iso) in \(out)")
    }
  }

  // MARK: - Implementation

  private func write(
    _ report: SupportReport, _ load: [LoadDay], sources: [ImportedFile], to folder: OutputFolder
  ) throws {
    let load = LoadFile(load)
    var files: [(name: String, text: String)] = []
    for format in try summary.formats() {
      for file in report.groups.map({ SupportFile($0) }) {
        let text = format == .csv ? file.csv : file.json
        files.append((name: "\(file.name).\(format.rawValue)", text: text))
      }
      let text = format == .csv ? load.csv : load.json
      files.append((name: "\(load.name).\(format.rawValue)", text: text))
    }
    let counts = SupportSummary.text(
      report, load: load.days, sources: sources.map { SourceCounts($0) }, version: Version.engine)
    try folder.write(files + [(name: "summary.json", text: counts)])
  }

  /// Reads the question from the options; throws a `ValidationError` if they are invalid.
  private func question() throws -> SupportQuestion {
    do {
      let groupings = try QuestionOptions.list(by).map { try SupportGrouping($0) }
      guard Set(groupings.map(\.fileName)).count == groupings.count else {
        throw ValidationError("--by: found \(by); expected different files")
      }
      let windows = try Window.list(QuestionOptions.list(windows))
      var question = SupportQuestion(groupings, windows: windows.map(\.days))
      if let asOf {
        try DayArgument.check(asOf, "--as-of")
        question.asOf = Day(iso: asOf)
      }
      return question
    } catch let error as SupportError {
      throw ValidationError(error.description)
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }
}
