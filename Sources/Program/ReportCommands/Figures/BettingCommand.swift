import ArgumentParser
import BettingFigures
import ColumnStore
import Columns
import CommandTools
import ReportWriters
import RunnerKeys

struct BettingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "betting",
    abstract: "Bets in the store: staked, returned, ROI and return-to-player, losing runs.",
    discussion: """
      Real and sandbox money, currencies and kinds of bets are never added: each row has one of \
      each. The printed summary is by game over all days; --by, --windows and --min-bets apply to \
      the files. Bets without an answer are listed and not counted. docs/reports.md defines the \
      columns.

      Examples:
        railbird betting --store S
        railbird betting --store S --by game,game+month --out out
        railbird betting --store S --by economy,player --windows 30d,all \\
          --min-bets 50 --out out
        railbird betting --store S --as-of 2024-06-01 --format csv --out out \\
          --show | less
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @OptionGroup var grouping: GroupingOptions<BetKey>

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Drop rows with fewer bets.", valueName: "n"))
  var minBets = 0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Writes a file per grouping, such as game.csv, into a folder; made if absent.",
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
      let snapshot = try Snapshot(store: storeOptions.store, tables: BettingJob.tables)
      let job = BettingJob(try question(), from: snapshot)
      let report = try job.run(progress: console.counting("bets", of: job.betCount))
      console.clear()
      if summary.printsSummary(beside: out, work) {
        Console.print(BettingText.text(report), terminator: "")
      }
      guard let out, let folder else { return }
      let formats = try summary.formats()
      try folder.write(report.groups.map { CellTable($0) }.files(as: formats))
      let rows = report.groups.map { "\($0.grouping.fileName) \(grouped($0.rows.count))" }
      console.note(
        "\(rows.joined(separator: ", ")) rows as \(formats.names) as of \(report.asOf.iso) "
          + "in \(out)")
    }
  }

  // MARK: - Implementation

  /// Builds the request from the options; throws a `ValidationError` if they are invalid.
  private func question() throws -> BettingQuestion {
    var question = try grouping.question()
    guard minBets >= 0 else {
      throw ValidationError("--min-bets: found \(minBets); expected 0 or more")
    }
    question.minCount = minBets
    return question
  }
}

extension BetKey: CommandKey {
  static let standardGroupings = "game"
  static let windowsHelp = "Windows, by commas."
  static let asOfHelp =
    "Count bets before this day in UTC (default: the day after the last bet)."
}
