import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import Features
import Foundation
import Questions
import ReportWriters
import RunnerKeys
import SystemFiles
import TabularFiles

struct FeaturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "features",
    abstract: "Writes each starter with its people's record before the race day, for a model.",
    discussion: """
      One row per starter; only races before its own day count, so no data of that day or later \
      is included. docs/features.md defines the columns.

      Examples:
        railbird features --store S --out features.parquet
        railbird features --store S --by jockey,trainer,jockey+trainer \\
          --windows 30d,all --columns date,horse --targets sp --out features.csv
        railbird features --store S --from 2024-12-31 --to 2024-12-31 --unresolved \\
          --out day.arrow
        railbird features --store S --by horse --metrics runs,ae,prb \\
          --where "going = 'Good'" --out horses.parquet
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var question: FeatureOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var empty: EmptyOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file, in the format of its ending: "
        + FeatureFile.endings.joined(separator: ", ") + ".", valueName: "file"), completion: .file()
  )
  var out: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Also write the meaning, unit, role and source of each column to a JSON file.",
      valueName: "file"), completion: .file())
  var dictionary: String?

  func validate() throws {
    _ = try question.request(rules)
    _ = try format()
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let format = try format()
      var request = try question.request(rules)
      request.threads = work.threadCount
      request.aliases = try aliasOptions.aliases(store: storeOptions.store)
      let snapshot = try Snapshot.reported(store: storeOptions.store)
      request.facts = snapshot.pricedAnyway(request.facts)
      if question.metrics == nil, let market = request.facts.market {
        try request.setMetrics(FeatureMetric.standardNames(at: market))
      }
      let job = try FeatureJob(request, from: snapshot)
      try empty.check(
        request.filter, by: question.by == nil ? [] : request.dimensions,
        with: StoreCheck(
          snapshot, aliases: request.aliases, rules: request.facts, before: nil))
      let pieces = try job.pieces(ofRows: FeatureFile.pieceRows) { dimension in
        console.progress("\(dimension.keys.joined(separator: "+"))")
      }
      let total = pieces.rowCount
      if total == 0, !empty.allowEmpty { throw question.emptySpan(of: try snapshot.raceDays()) }
      var written: DataDictionary?
      let folder = try OutputFolder(FileSystem.folder(of: out), isHeld: false)
      try WholeFile.write(try folder.prepared((out as NSString).lastPathComponent)) { draft in
        written = try FeatureFile.write(pieces, to: draft, as: format) { done in
          console.progress(done, of: total, "rows")
        }
      }
      if let dictionary, let written {
        try OutputFolder(FileSystem.folder(of: dictionary), isHeld: false)
          .write(written.json, to: (dictionary as NSString).lastPathComponent)
      }
      console.clear()
      console.noteMarket(request.facts.market)
      if !work.quiet {
        Console.print("\(out): \(grouped(total)) rows, \(pieces.columnCount) columns")
      }
    }
  }

  // MARK: - Implementation

  private func format() throws -> TableFormat {
    guard let format = FeatureFile.format(ofPath: out) else {
      throw ValidationError(
        "--out: found \(out); expected a name that ends in "
          + FeatureFile.endings.joined(separator: ", "))
    }
    return format
  }
}
