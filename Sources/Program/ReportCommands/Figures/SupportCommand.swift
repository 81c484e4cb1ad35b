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

  @OptionGroup var grouping: GroupingOptions<SupportKey>

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Writes a file per grouping, such as state-week.csv, load and summary.json into a folder; made "
        + "if absent.",
      valueName: "dir"), completion: .directory)
  var out: String?

  @OptionGroup var summary: SummaryOptions

  func validate() throws {
    _ = try grouping.question()
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      let question = try grouping.question()
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
      let sources = try ImportLedger(snapshot).standing.map { SourceCounts($0) }
      let counts = SupportSummary.text(
        report, load: load, sources: sources, version: Version.engine)
      let formats = try summary.formats()
      let files = (report.groups.map { CellTable($0) } + [CellTable(load)]).files(as: formats)
      try folder.write(files + [(name: "summary.json", text: counts)])
      let rows = report.groups.map { "\($0.grouping.fileName) \(grouped($0.rows.count))" }
      console.note(
        "\(rows.joined(separator: ", ")), load \(grouped(load.count)) rows as \(formats.names) "
          + "as of \(report.asOf.iso) in \(out)")
    }
  }
}

extension SupportKey: CommandKey {
  static let standardGroupings = "state+week,channel+week,app_version+week,os_version+week"
  static let windowsHelp = "Windows, by commas; load covers the longest."
  static let asOfHelp =
    "Count what happened before this day in UTC (default: the day after the last message)."
}
