import ArgumentParser
import ColumnStore
import CommandTools
import ExchangeStream
import Foundation
import Mappings
import RaceMerging
import RacingExport
import ReportCommands
import RowReading
import TabularFiles

struct TicksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ticks",
    abstract: "Writes price changes of exchange streams as a dataset of Parquet files.",
    discussion: """
      Reads Betfair's historical streams: files, folders, tar and zip archives, plain or packed. \
      Other files in folders and archives are passed over. \
      Writes the tables ticks and selections and manifest.json; the months of the files are \
      replaced, others stay. With --store, selections have the jockey and trainer of the store's \
      runner of that day, course and horse. docs/ticks.md defines the columns.

      Examples:
        railbird ticks --out ticks 1.132153978.bz2
        railbird ticks --store S --out ticks ADVANCED/2024/May
        railbird ticks --store S --out ticks 2024-05.tar 2024-06.tar
      """)

  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long,
    help: ArgumentHelp("The store whose jockeys and trainers are joined.", valueName: "dir"),
    completion: .directory)
  var store: String?

  @Option(
    name: .long, help: ArgumentHelp("Folder of the dataset; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String

  @Flag(name: .long, help: "Keep files of the previous snapshot until the next run.")
  var keepReplaced = false

  @Argument(help: "Streams of market changes.", completion: .file())
  var files: [String]

  func validate() throws {
    if store == nil, aliasOptions.aliases != nil {
      throw ValidationError("--aliases: found no --store; expected a store whose names they join")
    }
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let start = ProcessInfo.processInfo.systemUptime
      let text = try Mapping.known("betfair-stream")
      let inputs = try InputFiles(files.map { ImportFile($0) }, for: text)
      let folder = try DatasetFolder(out, .ticks, keepsReplaced: keepReplaced)
      let export = TickExport(to: folder, stored: try stored())
      var others = inputs.unreadable
      for file in inputs.files {
        let label = inputs.labels[file.path] ?? file.path
        do throws(FileError) {
          for fault in try export.add(file.path, name: file.name) {
            console.note("\(label): \(fault)")
          }
        } catch {
          // Folders and archives may contain other files; a file that is named itself must be a
          // stream.
          guard MarketTicks.isOfOtherKind(error), !files.contains(file.path) else {
            throw inputs.labelled(.file(error))
          }
          others.append(label)
        }
        console.progress(export.counts.files, of: inputs.files.count, "streams")
      }
      guard export.counts.files > 0 else {
        throw FileError.malformed(
          file: files.joined(separator: ", "), found: "no stream among \(others.count) files",
          expected: "a stream of market changes")
      }
      try export.finish()
      console.clear()
      if !others.isEmpty { console.note("passed over, no streams: " + FileError.listed(others)) }
      let blank = export.monthsWithoutJockeys
      if !blank.isEmpty {
        console.note(
          "\(blank.map(\.iso).joined(separator: " ")): had jockeys and trainers, which only "
            + "--store gives; run again with --store for them")
      }
      let seconds = ProcessInfo.processInfo.systemUptime - start
      summarise(export, others.count, seconds)
    }
  }

  // MARK: - Implementation

  private func stored() throws -> MarketRunners? {
    guard let store else { return nil }
    let aliases = try aliasOptions.aliases(store: store)
    let matching = NameMatching(aliases)
    return MarketRunners(
      try Snapshot(store: store), aliases: aliases, course: matching.course, horse: matching.horse,
      markedHorse: matching.markedHorse)
  }

  private func summarise(_ export: TickExport, _ otherCount: Int, _ seconds: Double) {
    guard !work.quiet else { return }
    let counts = export.counts
    let months = export.months.map(\.iso).joined(separator: " ")
    Console.print("\(out): \(grouped(counts.ticks)) ticks, months written: \(months)")
    let matched = store == nil ? "" : ", \(grouped(counts.matched)) of them in the store"
    Console.print(
      "  \(grouped(counts.files)) streams, \(grouped(counts.markets)) markets, "
        + "\(grouped(counts.selections)) runners" + matched)
    for (count, what) in [
      (counts.brokenLines, "lines that could not be read"),
      (otherCount, "files of another kind, skipped"),
      (counts.unplaced, "markets without a time, a course or a runner, left out"),
    ] where count > 0 {
      Console.print("  \(grouped(count)) \(what)")
    }
    Console.print("  \(grouped(Int(Double(counts.ticks) / max(seconds, 0.001)))) ticks a second")
  }
}

extension Mapping {
  /// Returns a built-in mapping.
  fileprivate static func known(_ name: String) throws -> Mapping {
    try Mapping(yaml: builtInText(name) ?? "", file: name)
  }
}
