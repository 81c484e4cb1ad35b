import ArgumentParser
import Columns
import CommandTools
import DriftFigures
import Foundation
import RacingExport
import ReportCommands
import ReportWriters
import TabularFiles

struct DriftCommand: AsyncParsableCommand {
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
        railbird drift --engine sc://HOST:15002 --dataset hdfs://lake/ticks \\
          --by jockey --out out

      With --engine a Spark cluster adds up the same sums (docs/cluster.md).
      """)

  @OptionGroup var work: WorkOptions

  @Option(
    name: .long,
    help: ArgumentHelp("The dataset of `railbird ticks`; not with --engine.", valueName: "dir"),
    completion: .directory)
  var ticks: String?

  @OptionGroup var cluster: ClusterOptions

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
    try cluster.check(against: ticks, "--ticks")
    _ = try question()
    _ = try FileFormat.list(format)
  }

  func run() async throws {
    let console = Console(work)
    try await reportingErrors {
      let question = try question()
      let folder = try OutputFolder(out)
      let report =
        if let cluster = try cluster.cluster {
          try await computed(question, on: cluster, console)
        } else {
          try computed(question, of: ticks ?? "", console)
        }
      try folder.write([CellTable(report)].files(as: FileFormat.list(format)))
      console.clear()
      console.note(
        "\(grouped(report.rows.count)) rows in \(out); "
          + "\(grouped(Int(report.unnamed))) runners without a \(question.key.rawValue)")
    }
  }

  // MARK: - Implementation

  /// Computes the report from the files that the manifest lists.
  private func computed(
    _ question: DriftQuestion, of ticks: String, _ console: Console
  ) throws -> DriftReport {
    let manifest = try Self.ofTicks(try DatasetManifest.read(in: ticks), ticks)
    func paths(_ table: String, _ month: String) throws(FileError) -> [String] {
      let parts = manifest.tables[table]?.months.filter { $0.month == month } ?? []
      let files = parts.flatMap(\.files)
      for file in files { try file.check(in: ticks) }
      return files.map { "\(ticks)/\($0.path)" }
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

  /// Gets the sums over the files that the manifest lists from a cluster.
  private func computed(
    _ question: DriftQuestion, on cluster: SparkCluster, _ console: Console
  ) async throws -> DriftReport {
    let (query, dataset) = (DriftQuery(question), cluster.dataset)
    return try await cluster.answer(console) { engine in
      let manifest = try Self.ofTicks(try await engine.manifest(of: dataset).manifest, dataset)
      let views = DriftQuery.views(of: dataset) { name in
        manifest.tables[name]?.months.flatMap(\.files)
          .map { DatasetView.File(path: $0.path, bytes: $0.bytes) } ?? []
      }
      for view in views {
        guard let misfit = try await engine.open(view) else { continue }
        throw FileError.malformed(
          file: misfit.file, found: misfit.found, expected: misfit.expected)
      }
      return try query.report(of: try await engine.rows(of: query.text()), from: "Spark's answer")
    }
  }

  private static func ofTicks(
    _ manifest: DatasetManifest?, _ place: String
  ) throws(FileError) -> DatasetManifest {
    guard let manifest, manifest.content == .ticks else {
      throw .malformed(
        file: place, found: "no dataset of ticks", expected: "one that `railbird ticks` wrote")
    }
    guard !manifest.tables.isEmpty else {
      throw .malformed(
        file: place, found: "a dataset without tables",
        expected: "\(TickTables.ticks) and \(TickTables.selections); run `railbird ticks` again")
    }
    return manifest
  }

  private func question() throws -> DriftQuestion {
    let key = try QuestionOptions.names("--by", by, of: DriftQuestion.Key.allCases)
    guard key.count == 1 else { throw ValidationError("--by: found \(by); expected one key") }
    let parts = QuestionOptions.list(minutes)
    let numbers = parts.compactMap { Int($0) }.filter {
      (1...DriftQuestion.mostMinutes).contains($0)
    }
    guard numbers.count == parts.count, Set(numbers).count == numbers.count,
      (1...DriftQuestion.mostMoments).contains(numbers.count)
    else {
      throw ValidationError(
        "--minutes: found \(minutes); expected up to \(DriftQuestion.mostMoments) different numbers "
          + "from 1 to \(DriftQuestion.mostMinutes), by commas")
    }
    return DriftQuestion(key[0], minutes: numbers)
  }
}
