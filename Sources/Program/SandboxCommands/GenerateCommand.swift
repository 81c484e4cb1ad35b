import ArgumentParser
import CommandTools
import Foundation
import SyntheticRacing
import TabularFiles

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Makes synthetic runners, the same for the same seed.",
    discussion: """
      The file has the layout that `railbird import --format railbird` reads.

      Examples:
        railbird generate --runners 100000 --seed 1 --out runners.parquet
        railbird generate --runners 5000 --seed 7 --out runners.csv.zst
      """)

  @OptionGroup var work: WorkOptions
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Exact number of runners; at least \(SyntheticSeason.runnersAllowed.lowerBound).",
      valueName: "n"))
  var runners: Int
  @Option(name: .long, help: ArgumentHelp("The seed.", valueName: "n")) var seed: UInt64 = 1
  @Option(
    name: .long,
    help: ArgumentHelp("A file ending in .csv, .csv.gz, .csv.zst or .parquet.", valueName: "file"),
    completion: .file())
  var out: String

  func validate() throws {
    guard SyntheticSeason.runnersAllowed.contains(runners) else {
      let allowed = SyntheticSeason.runnersAllowed
      throw ValidationError(
        "--runners: found \(runners); expected \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    guard SourceKind(fileName: out).map(\.isJSON) == false else {
      throw ValidationError(
        "--out: found \(out); expected a name ending in .csv, .csv.gz, .csv.zst or .parquet")
    }
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      try WholeFile.write(out) { draft in
        try generate(to: draft, console)
      }
      console.note("\(out): \(grouped(runners)) runners")
    }
  }

  private func generate(to draft: String, _ console: Console) throws {
    let season = SyntheticSeason(runners: runners, seed: seed)
    let format: TableFormat = SourceKind(fileName: out) == .parquet ? .parquet : .csv
    var writer: TableWriter?
    var done = 0
    for block in season {
      let table = block.table(of: season)
      if writer == nil {
        writer = try TableWriter(path: draft, format: format, fields: table.fields)
      }
      try writer?.write(table)
      done += block.count
      console.progress(done, of: runners, "runners")
    }
    try writer?.close()
  }
}
