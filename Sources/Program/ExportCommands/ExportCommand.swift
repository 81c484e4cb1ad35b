import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import Features
import Foundation
import Racing
import RacingExport
import ReportCommands
import StoreTables
import TabularFiles

extension TableFormat: ExpressibleByArgument {}

/// The ways to divide a table into files.
enum Partition: String, CaseIterable, ExpressibleByArgument {
  case month
}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes tables for other tools: Parquet, Arrow or CSV.",
    discussion: """
      With --partition month the folder is a dataset for Spark, DuckDB and Polars: \
      TABLE/month=YYYY-MM/part-0000-….parquet and manifest.json, which lists the files of one \
      snapshot. --incremental writes only months that changed. Only its table starters joins \
      names by aliases, and has facts by --break-days and --class-order. docs/datasets.md. \
      A table of one file has names as spelt, or with --aliases those that reports print.

      Examples:
        railbird export --store S --to parquet --out out
        railbird export --store S --to csv --table dividends --out out
        railbird export --store S --to csv --table prices --out out
        railbird export --store S --to parquet --partition month --incremental \\
          --out lake
        railbird export --store S --to parquet --partition month --incremental \\
          --class-order G1,G2,G3 --out lake

      Exit codes: 0 done, 1 failed, 64 bad usage.
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions
  @Option(name: .long, parsing: .unconditional, help: .breakDays) var breakDays: Int?
  @Option(name: .long, help: .classOrder) var classOrder: [String] = []
  @Option(name: .long, help: .market, completion: .list(FactChoice.markets)) var market: String?
  @Option(name: .long, help: "The format: parquet, arrow or csv.") var to: TableFormat
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The table, or all (default: runners; all with --partition).", valueName: "name"),
    completion: .list(
      ["all"] + RacingTables.exportedTables + SeasonTables.rebuiltTables + [ExportedStarters.name]))
  var table: String?
  @Option(
    name: .long, help: ArgumentHelp("Folder of the files; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String

  @Option(name: .long, help: "Divide each table into a folder per month; Parquet alone.")
  var partition: Partition?

  @Flag(name: .long, help: "With --partition: update the dataset in the folder.")
  var incremental = false

  @Flag(
    name: .long,
    help: "With --partition: keep files of the previous snapshot until the next run.")
  var keepReplaced = false

  @Flag(name: .long, help: "With --partition: only list the months that would change.")
  var dryRun = false

  func validate() throws {
    if partition == nil {
      let flags = [
        ("--incremental", incremental), ("--keep-replaced", keepReplaced), ("--dry-run", dryRun),
      ]
      if let name = (flags.filter(\.1).map(\.0) + factChoice.given).first {
        throw ValidationError("\(name): found no --partition; expected --partition month")
      }
    } else if to != .parquet {
      throw ValidationError("--partition: found --to \(to.rawValue); expected --to parquet")
    }
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      console.progress("opening \(storeOptions.store)")
      let snapshot = try Snapshot(store: storeOptions.store)
      let named = partition == nil ? aliasOptions.aliases : nil
      let job = ExportJob(
        snapshot, aliases: try named.map { try NameAliases(contentsOf: $0) } ?? NameAliases())
      let names = try tableNames(of: job)
      if partition != nil {
        try writeDataset(names, of: job, snapshot, console)
      } else {
        try writeFiles(names, of: job, console)
      }
    }
  }

  // MARK: - Implementation

  private var factChoice: FactChoice {
    FactChoice(breakDays: breakDays, classOrder: classOrder, market: market)
  }

  private func tableNames(of job: ExportJob) throws -> [String] {
    let table = table ?? (partition == nil ? RacingTables.runners : "all")
    let known = job.tableNames + (partition == nil ? [] : [ExportedStarters.name])
    if table == "all" { return known }
    guard known.contains(table) else {
      throw ValidationError(
        "--table: found \(table); expected all or one of \(known.joined(separator: ", "))")
    }
    return [table]
  }

  private func writeFiles(
    _ names: [String], of job: ExportJob, _ console: Console
  ) throws {
    let folder = try OutputFolder(out, isHeld: names.count > 1)
    let files = names.map { "\($0).\(to.rawValue)" }
    try folder.check(files)
    for (name, file) in zip(names, files) {
      let path = try folder.prepared(file)
      var rows = 0
      try WholeFile.write(path) { draft in
        rows = try console.showingProgress(job, name) {
          try job.write(
            name, to: draft, as: to, dictionary: { DataDictionary(exported: name, $0) },
            progress: $0)
        }
      }
      console.clear()
      if !work.quiet { Console.print("\(path): \(grouped(rows)) rows") }
    }
  }

  private func writeDataset(
    _ names: [String], of job: ExportJob, _ snapshot: Snapshot, _ console: Console
  ) throws {
    let known = try DatasetFolder.manifest(in: out, .store)
    if known?.tables.isEmpty == false && !incremental {
      throw ValidationError(
        "--out: found a dataset in \(out); expected --incremental, which updates it, "
          + "or an empty folder")
    }
    // A dataset is one snapshot, so its existing tables are updated together with the requested
    // ones.
    let all = Set(names + (known?.tables.keys.map { $0 } ?? []))
    let dataset = try dataset(of: all, job, snapshot)
    let changes =
      dryRun
      ? try dataset.changes(from: known, in: out)
      : try dataset.write(to: DatasetFolder(out, .store, keepsReplaced: keepReplaced)) {
        // A table without rows to read needs no progress.
        guard $0.rowsToRead > 0 else { return }
        console.progress($0.rowsRead, of: $0.rowsToRead, "rows", stage: $0.table)
      }
    console.clear()
    guard !work.quiet || dryRun else { return }
    for change in changes where change.rows != 0 || !change.removed.isEmpty {
      let rows = change.rows.map { "\(grouped($0)) rows; " } ?? ""
      Console.print(
        "\(out)/\(change.table): \(rows)months: \(change.written.count) "
          + (dryRun ? "to write" : "written") + ", \(change.kept.count) "
          + (dryRun ? "to keep" : "kept") + ", \(change.removed.count) "
          + (dryRun ? "to remove" : "removed"))
      if dryRun || work.verbose, !change.written.isEmpty {
        Console.print("  " + change.written.joined(separator: " "))
      }
    }
  }

  /// The given options of the table of starters; all other tables keep their spellings anyway.
  private var startersOptions: [String] {
    factChoice.given + (aliasOptions.aliases == nil ? [] : ["--aliases"])
  }

  /// Collects the tables, and the facts about the whole store that reports need.
  private func dataset(
    of names: Set<String>, _ job: ExportJob, _ snapshot: Snapshot
  ) throws -> DatasetJob {
    let tables = names.intersection(job.tableNames).map { name in
      var table = job.datasetTable(name)
      table.dictionary = DataDictionary(exported: name, table.fields)
      return table
    }
    if !names.contains(ExportedStarters.name), let name = startersOptions.first {
      throw ValidationError(
        "\(name): found no table \(ExportedStarters.name); expected it among the tables")
    }
    guard names.contains(ExportedStarters.name), snapshot.rowCount(of: RacingTables.races) > 0
    else { return DatasetJob(snapshot, tables: tables) }
    let aliases = try aliasOptions.aliases(store: storeOptions.store)
    let starters = try ExportedStarters(
      snapshot, aliases: aliases, rules: factChoice.rules(), threads: work.threadCount)
    return DatasetJob(
      snapshot, tables: tables + [starters.table], sources: try starters.sources,
      report: starters.report)
  }
}

extension DataDictionary {
  /// Makes the dictionary of an exported table; nil for others than races and runners.
  init?(exported table: String, _ fields: [Field]) {
    guard [RacingTables.races, RacingTables.runners].contains(table) else { return nil }
    self.init(ofRunners: fields)
  }
}

extension Console {
  /// Writes a table, and shows the number of rows read so far.
  ///
  /// - Parameters:
  ///   - job: The export.
  ///   - table: The table's name.
  ///   - write: Writes the table, and passes the number of rows read so far to its argument.
  /// - Returns: The number of rows.
  /// - Throws: The error of `write`.
  func showingProgress(
    _ job: ExportJob, _ table: String, _ write: ((Int) -> Void) throws -> Int
  ) rethrows -> Int {
    let total = job.readCount(of: table)
    progress(0, of: total, "rows", stage: table)
    return try write { done in self.progress(done, of: total, "rows", stage: table) }
  }
}
