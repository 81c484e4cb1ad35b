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

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Files by commas; keys joined by +: \(BetKey.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "keys"), completion: .names(BetKey.allCases.map(\.rawValue), separatedBy: ",+"))
  var by = "game"

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Windows, by commas.", valueName: "list"),
    completion: .names(Window.standard.map(\.name)))
  var windows = Window.standard.map(\.name).joined(separator: ",")

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Count bets before this day in UTC (default: the day after the last bet).",
      valueName: "date"))
  var asOf: String?

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
      var files: [(name: String, text: String)] = []
      for group in report.groups {
        let file = BettingFile(group)
        for format in formats {
          let text = format == .csv ? file.csv : file.json
          files.append((name: "\(file.name).\(format.rawValue)", text: text))
        }
      }
      try folder.write(files)
      let rows = report.groups.map { "\($0.grouping.fileName) \(grouped($0.rows.count))" }
      let names = formats.map(\.rawValue).joined(separator: " and ")
      console.note(
        "\(rows.joined(separator: ", ")) rows as \(names) as of \(report.asOf.iso) in \(out)")
    }
  }

  // MARK: - Implementation

  /// Builds the request from the options; throws a `ValidationError` if they are invalid.
  private func question() throws -> BettingQuestion {
    do {
      let groupings = try QuestionOptions.list(by).map { try BetGrouping($0) }
      guard Set(groupings.map(\.fileName)).count == groupings.count else {
        throw ValidationError("--by: found \(by); expected different files")
      }
      let windows = try Window.list(QuestionOptions.list(windows))
      var question = BettingQuestion(groupings, windows: windows.map(\.days))
      if let asOf {
        try DayArgument.check(asOf, "--as-of")
        question.asOf = Day(iso: asOf)
      }
      guard minBets >= 0 else {
        throw ValidationError("--min-bets: found \(minBets); expected 0 or more")
      }
      question.minBets = minBets
      return question
    } catch let error as BettingError {
      throw ValidationError(error.description)
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }
}
