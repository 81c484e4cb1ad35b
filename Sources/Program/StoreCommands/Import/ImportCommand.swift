import ArgumentParser
import Columns
import CommandTools
import DomainFeeds
import Foundation
import MappingProposals
import Mappings
import RowReading
import StoreImport
import TabularFiles

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads result files into the store.",
    discussion: """
      Files are CSV, JSON or NDJSON (plain, .gz, .zst or .bz2) or Parquet; of a .zip or .tar \
      archive its members, of an Excel workbook (.xlsx or .xls) its first sheet, of FILE#SHEET that \
      sheet, of a folder its files, of a pattern such as '2024/*.csv' what it matches, and of - what \
      comes on standard input. All files of one call are stored together or not at all; a file that was imported before changes nothing. A mapping with several tables \
      knows files by their columns, unless you write table=FILE.

      Examples:
        railbird import --store S --format railbird runners.parquet
        railbird import --store S --format hkjc results.csv.zst dividends.csv.zst
        railbird import --store S --mapping mine.yaml \\
          races=races.csv runners=runs.csv
        railbird import --store S --mapping day.yaml --default date=2024-05-01 \\
          card.json
        railbird import --store S --format points-ledger \\
          ledger.csv roster.csv rewards.csv
        railbird import --store S --format betfair prices-2024/
        railbird import --store S --mapping jp.yaml --encoding shift_jis keiba.csv
        railbird import --explain 'results.xlsx#May' > mine.yaml
        railbird import --explain unknown.csv > mine.yaml
        railbird import --show-mapping hkjc

      A result that is a word without a known meaning leaves its runner out of reports. An import \
      names such words, and stores nothing where more than --max-unresolved of the runners have \
      one: give them a meaning in the mapping, or allow more.

      Exit codes: 0 done, 1 failed and nothing stored, 64 bad usage, 65 stored, but more rows were \
      rejected, or stored without a cell that cannot be read, than --max-rejected allows, or a damaged \
      file of a folder or an archive is left out, 74 stored, but the disk or standard output failed \
      afterwards.
      """)

  @OptionGroup var work: WorkOptions

  @Option(
    name: .long, help: ArgumentHelp("The store's folder; made if absent.", valueName: "dir"),
    completion: .directory)
  var store: String?

  @OptionGroup var layout: MappingOptions

  @Option(
    name: .long, help: ArgumentHelp("Prints a built-in mapping and stops.", valueName: "name"),
    completion: .list(Mapping.builtInNames))
  var showMapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Examines the files, prints one mapping for them and stops; docs/mapping.md.",
      valueName: "file"), completion: .file())
  var explain: String?

  @Flag(name: .long, help: "Don't keep the files' bytes in the store's raw archive.")
  var noArchive = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Exit with 65 when more than this share of the rows is rejected or lacks an unreadable cell.",
      valueName: "fraction"))
  var maxRejected = 1.0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Refuse a file when more than this share of its races cannot be one race.",
      valueName: "fraction"))
  var maxMerged = 0.1

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Stop when more than this share of the runners has a result without a known meaning.",
      valueName: "fraction"))
  var maxUnresolved = 0.01

  @Argument(help: "The files, or table=FILE.", completion: .file()) var files: [String] = []

  func validate() throws {
    if let showMapping {
      _ = try MappingOptions.builtIn(showMapping, option: "--show-mapping")
      return
    }
    if explain != nil {
      return
    }
    guard store != nil else { throw ValidationError("import: found no --store; expected a folder") }
    guard layout.format != nil || layout.mapping != nil else {
      throw ValidationError(
        "import: found neither --format nor --mapping; expected a mapping's file, or one of "
          + Mapping.builtInNames.joined(separator: ", "))
    }
    guard !files.isEmpty else {
      throw ValidationError("import: found no file; expected at least one")
    }
    guard (0...1).contains(maxRejected) else {
      throw ValidationError("--max-rejected: found \(maxRejected); expected 0 to 1")
    }
    guard (0...1).contains(maxMerged) else {
      throw ValidationError("--max-merged: found \(maxMerged); expected 0 to 1")
    }
    guard (0...1).contains(maxUnresolved) else {
      throw ValidationError("--max-unresolved: found \(maxUnresolved); expected 0 to 1")
    }
  }

  func run() throws {
    if let showMapping {
      Console.print(Mapping.builtInText(showMapping)!)
      return
    }
    if let explain {
      try reportingErrors {
        let defaults = try layout.amendments.defaultValues()
        let arguments = ([explain] + files).map { ImportFile($0) }
        do {
          let inputs = try InputFiles(arguments)
          try Self.labelling(inputs) {
            Console.print(
              try FileExplanation(
                files: inputs.files, defaults: defaults, encoding: layout.amendments.fileEncoding,
                threads: work.threadCount
              ).text)
          }
        } catch let error as ImportError {
          throw FileExplanation.replacing(error, of: arguments)
        }
      }
      return
    }
    let console = Console(work)
    FreedMemory.keep()
    try reportingErrors {
      let (mapping, text) = try layout.load()
      var job = ImportJob(
        store: store!, mapping: mapping, mappingText: text,
        now: Int64(Date().timeIntervalSince1970 * 1_000_000))
      job.threads = work.threadCount
      job.keepsArchive = !noArchive
      job.maxMerged = maxMerged
      job.maxUnresolved = maxUnresolved
      job.alongside = FetchTables.note
      let progress = ImportProgress(console)
      job.progress = progress.step
      job.workProgress = progress.count
      progress.step("looking for files")
      let start = Date()
      let inputs = try InputFiles(
        files.map { Self.file($0, mapping) }, for: mapping, workProgress: progress.count)
      var others: [ImportError] = []
      job.leftOut = { others.append(inputs.labelled($1)) }
      let imported = try Self.labelling(inputs) { try job.run(inputs.files) }
      console.clear()
      Console.recordChange("the import is stored")
      for file in imported {
        if work.quiet {
          Self.doubts(file).forEach { console.finding("\(file.name): \($0)") }
        } else {
          Self.lines(file).forEach { Console.print($0) }
        }
      }
      let seconds = Date().timeIntervalSince(start)
      let rows = imported.filter { !$0.wasKnown }.reduce(0) { $0 + $1.rowsRead }
      if rows > 0 {
        console.note(
          "\(grouped(rows)) rows in \(String(format: "%.2f", seconds)) s, "
            + "\(grouped(Int(Double(rows) / max(seconds, 1e-3)))) rows/s")
      }
      Self.leftOut(inputs).map(console.note)
      for other in others { console.note("left out: \(other)") }
      try checkRejects(imported, console)
      // The other files are stored; a damaged one must not go unnoticed.
      if others.contains(where: \.isOfDamage) { throw ExitCode(65) }
    }
  }

  /// Works on files; an error names them by the names that the user gave.
  private static func labelling<Result>(_ inputs: InputFiles, _ body: () throws -> Result) throws
    -> Result
  {
    do { return try body() } catch let error as ImportError { throw inputs.labelled(error) }
  }

  /// Names the files of folders and archives that are no tables.
  private static func leftOut(_ inputs: InputFiles) -> String? {
    guard !inputs.unreadable.isEmpty else { return nil }
    return "left out, of another kind: " + FileError.listed(inputs.unreadable)
  }

  private func checkRejects(_ files: [ImportedFile], _ console: Console) throws {
    let new = files.filter { !$0.wasKnown }
    let read = new.reduce(0) { $0 + $1.rowsRead }
    let rejected = new.reduce(0) { $0 + $1.rejected }
    let incomplete = new.reduce(0) { $0 + ($1.incomplete ?? 0) }
    console.noteRejected(rejected, incomplete: incomplete, store: store!)
    if Double(rejected + incomplete) > maxRejected * Double(read) { throw ExitCode(65) }
  }

  private static func lines(_ file: ImportedFile) -> [String] {
    if file.wasKnown {
      let restored = file.restored.map { "its lost \($0) is in the archive again" }
      let deed = restored.isEmpty ? "nothing to do" : restored.joined(separator: ", ")
      return ["\(file.name): already imported as import \(file.id); \(deed)"]
    }
    let unused = (file.unusedColumns ?? []).map { $0.isEmpty ? "\"\"" : $0 }
    let doubts = doubts(file).map { "  " + $0 }
    guard !unused.isEmpty else { return [counts(file)] + doubts }
    return [
      counts(file),
      "  columns that no field takes: " + DisplayWidth.printable(FileError.listed(unused)),
    ] + doubts
  }

  private static func doubts(_ file: ImportedFile) -> [String] {
    file.doubts.map { "doubt: " + DisplayWidth.printable($0) }
  }

  private static func counts(_ file: ImportedFile) -> String {
    var text =
      "\(file.name): \(grouped(file.rowsRead)) rows read = \(grouped(file.stored)) stored + "
      + "\(grouped(file.duplicates)) duplicates + \(grouped(file.rejected)) rejected"
    if file.replaced > 0 { text += "; \(grouped(file.replaced)) replace an older version" }
    if let count = file.incomplete {
      text += "; \(grouped(count)) of them without a cell that cannot be read"
    }
    if file.unresolved > 0 { text += "; \(grouped(file.unresolved)) without a known outcome" }
    if file.matchedRaces > 0 {
      text += "; \(grouped(file.matchedRaces)) races are another source's too"
    }
    if file.disagreements > 0 { text += "; \(grouped(file.disagreements)) results differ from it" }
    if file.ambiguousRaces > 0 {
      text += "; \(grouped(file.ambiguousRaces)) races may be another source's and are left out"
    }
    return text
  }

  /// Parses a file argument, with an optional table before the `=`.
  private static func file(_ argument: String, _ mapping: Mapping) -> ImportFile {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, !parts[0].contains("/"),
      !FileManager.default.fileExists(atPath: argument)
    else { return ImportFile(argument) }
    return ImportFile(String(parts[1]), table: String(parts[0]))
  }
}
