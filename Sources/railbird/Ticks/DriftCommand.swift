import ArgumentParser
import DriftFigures
import RacingExport
import ReportWriters
import TabularFiles

struct DriftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Price drift and closing-line value of an exchange's ticks, by jockey or trainer.",
    discussion: """
      Compares the price last traded some minutes before the off with the one last traded before \
      the off. Drift is the change of the prices' probabilities, closing-line value the advantage of \
      the early price. Writes drift.csv and drift.json. docs/ticks.md defines the columns.

      Examples:
        railbird drift --ticks ticks --by jockey --out out
        railbird drift --ticks ticks --by trainer --minutes 60,10,1 --out out
        railbird drift --ticks ticks --by course --minutes 5 --format csv --out out
      """)

  @OptionGroup var work: WorkOptions

  @Option(
    name: .long, help: ArgumentHelp("The dataset of `railbird ticks`.", valueName: "dir"),
    completion: .directory)
  var ticks: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key: \(DriftQuestion.Key.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "key"), completion: .list(DriftQuestion.Key.allCases.map(\.rawValue)))
  var by = DriftQuestion.Key.jockey.rawValue

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Minutes before the off, by commas.", valueName: "list"))
  var minutes = "60,10,1"

  @Option(
    name: .long, help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String

  @Option(
    name: .long,
    help: ArgumentHelp("The files' formats: csv, json or both.", valueName: "list"),
    completion: .names(["csv", "json"]))
  var format = "csv,json"

  func validate() throws {
    _ = try question()
    _ = try FileFormat.list(format)
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let question = try question()
      let folder = try OutputFolder(out)
      let report = try computed(question, console)
      let file = DriftFile(report)
      for format in try FileFormat.list(format) {
        try folder.write(format == .csv ? file.csv : file.json, to: "drift.\(format.rawValue)")
      }
      console.clear()
      console.note(
        "\(grouped(report.rows.count)) rows in \(out); "
          + "\(grouped(Int(report.unnamed))) runners without a \(question.key.rawValue)")
    }
  }

  // MARK: - Implementation

  /// Computes the report from the files that the manifest lists.
  private func computed(_ question: DriftQuestion, _ console: Console) throws -> DriftReport {
    guard let manifest = try DatasetManifest.read(in: ticks), manifest.content == .ticks else {
      throw FileError.malformed(
        file: ticks, found: "no dataset of ticks", expected: "one that `railbird ticks` wrote")
    }
    func paths(_ table: String, _ month: String) -> [String] {
      let parts = manifest.tables[table]?.months.filter { $0.month == month } ?? []
      return parts.flatMap(\.files).map { "\(ticks)/\($0.path)" }
    }
    let selections = manifest.tables[TickTables.selections]
    let total = manifest.tables[TickTables.ticks]?.rowCount ?? 0
    var sums = DriftSums(question)
    var done = 0
    for month in selections?.months.map(\.month) ?? [] {
      try sums.add(
        selections: paths(TickTables.selections, month), ticks: paths(TickTables.ticks, month)
      ) { rows in
        done += rows
        console.progress(done, of: total, "ticks")
      }
    }
    return sums.report
  }

  private func question() throws -> DriftQuestion {
    let key = try QuestionOptions.names("--by", by, of: DriftQuestion.Key.allCases)
    guard key.count == 1 else { throw ValidationError("--by: found \(by); expected one key") }
    let parts = QuestionOptions.list(minutes)
    let numbers = parts.compactMap { Int($0) }.filter {
      (0...DriftQuestion.mostMinutes).contains($0)
    }
    guard numbers.count == parts.count, Set(numbers).count == numbers.count,
      (1...DriftQuestion.mostMoments).contains(numbers.count)
    else {
      throw ValidationError(
        "--minutes: found \(minutes); expected up to \(DriftQuestion.mostMoments) different numbers "
          + "from 0 to \(DriftQuestion.mostMinutes), by commas")
    }
    return DriftQuestion(key[0], minutes: numbers)
  }
}
