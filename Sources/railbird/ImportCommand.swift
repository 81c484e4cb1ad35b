import ArgumentParser
import Foundation
import RacingImport

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads result files into the store.",
    discussion: """
      Files are CSV (.csv, .csv.gz, .csv.zst) or Parquet. All files of one call are stored together \
      or not at all; a file that was imported before changes nothing.

      Examples:
        railbird import --store S --format railbird runners.parquet
        railbird import --store S --format hkjc results.csv.zst dividends.csv.zst
        railbird import --show-mapping hkjc
      """)

  @OptionGroup var work: WorkOptions

  @Option(name: .long, help: ArgumentHelp("The store's folder; made if absent.", valueName: "dir"))
  var store: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The files' layout: \(Mapping.builtInNames.joined(separator: " or ")).", valueName: "name"))
  var format: String?

  @Option(
    name: .long, help: ArgumentHelp("Prints a built-in mapping and stops.", valueName: "name"))
  var showMapping: String?

  @Flag(name: .long, help: "Don't keep the files' bytes in the store's raw archive.")
  var noArchive = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Exit with 65 when more than this share of the rows is rejected.", valueName: "fraction"))
  var maxRejected = 1.0

  @Argument(help: "The files.") var files: [String] = []

  func validate() throws {
    if let showMapping {
      guard Mapping.builtInText(showMapping) != nil else {
        throw unknown(showMapping, "--show-mapping")
      }
      return
    }
    guard store != nil else { throw ValidationError("import: found no --store; expected a folder") }
    guard let format else {
      throw ValidationError(
        "import: found no --format; expected one of \(Mapping.builtInNames.joined(separator: ", "))"
      )
    }
    guard Mapping.builtInText(format) != nil else { throw unknown(format) }
    guard !files.isEmpty else {
      throw ValidationError("import: found no file; expected at least one")
    }
    guard (0...1).contains(maxRejected) else {
      throw ValidationError("--max-rejected: found \(maxRejected); expected 0 to 1")
    }
  }

  func run() throws {
    if let showMapping {
      Console.print(Mapping.builtInText(showMapping)!)
      return
    }
    let console = Console(work)
    try reportingErrors {
      let text = Mapping.builtInText(format!)!
      let mapping = try Mapping(yaml: text, file: format!)
      var job = ImportJob(
        store: store!, mapping: mapping, mappingText: text,
        now: Int64(Date().timeIntervalSince1970 * 1_000_000))
      job.threads = work.threadCount
      job.keepsArchive = !noArchive
      job.progress = console.progress
      let start = Date()
      let imported = try job.run(files)
      console.clear()
      for file in imported { Console.print(Self.line(file)) }
      let seconds = Date().timeIntervalSince(start)
      let rows = imported.filter { !$0.wasKnown }.reduce(0) { $0 + $1.rowsRead }
      if rows > 0 {
        console.note(
          "\(grouped(rows)) rows in \(String(format: "%.2f", seconds)) s, "
            + "\(grouped(Int(Double(rows) / max(seconds, 1e-3)))) rows/s")
      }
      try checkRejects(imported, console)
    }
  }

  private func checkRejects(_ files: [ImportedFile], _ console: Console) throws {
    let new = files.filter { !$0.wasKnown }
    let read = new.reduce(0) { $0 + $1.rowsRead }
    let rejected = new.reduce(0) { $0 + $1.rejected }
    if rejected > 0 {
      console.note(
        "\(grouped(rejected)) rows were rejected; see: railbird rejects --store \(store!)")
    }
    if Double(rejected) > maxRejected * Double(read) { throw ExitCode(65) }
  }

  private static func line(_ file: ImportedFile) -> String {
    if file.wasKnown {
      return "\(file.name): already imported as import \(file.id); nothing to do"
    }
    var text =
      "\(file.name): \(grouped(file.rowsRead)) rows read = \(grouped(file.stored)) stored + "
      + "\(grouped(file.duplicates)) duplicates + \(grouped(file.rejected)) rejected"
    if file.replaced > 0 { text += "; \(grouped(file.replaced)) replace an older version" }
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

  private func unknown(_ name: String, _ option: String = "--format") -> ValidationError {
    ValidationError(
      "\(option): found \(name); expected one of \(Mapping.builtInNames.joined(separator: ", "))")
  }
}
