import ArgumentParser
import Cards
import ColumnStore
import Columns
import CommandTools
import EntityReports
import ReportSpecs
import ReportWriters
import RunnerKeys

/// `railbird angles`: saved angles, registered before the races that judge them.
struct AnglesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "angles",
    abstract: "Registers saved angles, and shows their results since.",
    discussion: """
      A registration keeps an angle's text, its day and their SHA-256 in the store for good. What \
      the angle did before that day may be what it was fitted to; what it does from that day on \
      cannot be. docs/angles.md defines the file.

      Examples:
        railbird angles check angles.yaml
        railbird angles register --store S --angles angles.yaml
        railbird angles list --store S
        railbird angles record --store S
      """,
    subcommands: [
      CheckAnglesCommand.self, RegisterAnglesCommand.self, ListAnglesCommand.self,
      AngleRecordCommand.self,
    ])
}

struct CheckAnglesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads a file of angles, and lists the facts that each waits for.",
    discussion: "Example:\n  railbird angles check angles.yaml")

  @Argument(
    help: ArgumentHelp("The file.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  func run() throws {
    try reportingErrors {
      let angles = try reportingMistakes { () throws(SpecError) in
        try AngleFile(contentsOf: file).angles
      }
      Console.print(
        columns(
          angles.map {
            [DisplayWidth.printable($0.name), AngleText.needs($0) ?? "known in the morning"]
          }))
    }
  }
}

struct RegisterAnglesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "Keeps the text and the day of each angle of a file in the store.",
    discussion: """
      The day is today, or the day after the last result where the store has results of today \
      already. An angle with the text of its latest registration is left alone; another text under \
      the same name is a new version beside the old one.

      Example:
        railbird angles register --store S --angles angles.yaml

      Exit codes: 0 done, 1 failed, 64 bad usage, 74 the angles are registered, but standard \
      output failed afterwards.
      """)

  @OptionGroup var storeOptions: StoreOptions

  @Option(
    name: .long, help: ArgumentHelp("The saved angles.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var angles: String

  func run() throws {
    try reportingErrors {
      let own = try reportingMistakes { () throws(SpecError) in
        try AngleFile(contentsOf: angles).angles
      }
      let writer = try StoreWriter(existing: storeOptions.store)
      let day = try AngleLedger.day(from: DayArgument.today, writer.before)
      let found = try AngleLedger.register(own, in: writer, on: day)
      if found.contains(where: \.isNew) { Console.recordChange("the angles are registered") }
      for (registered, isNew) in found {
        Console.print(
          "\(DisplayWidth.printable(registered.angle.name)): version \(registered.version), "
            + (isNew ? "registered" : "unchanged since")
            + " \(registered.day.iso), SHA-256 \(registered.sha256)")
      }
    }
  }
}

struct ListAnglesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the store's registered angles.",
    discussion: "Example:\n  railbird angles list --store S")

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    try reportingErrors {
      let registered = try ledger(of: storeOptions.store).registered
      Console.print(
        registered.isEmpty ? "no registered angles\n" : AngleText.text(registered), terminator: "")
    }
  }
}

struct AngleRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Shows registered angles' results before their days and from those days on.",
    discussion: """
      Both sides are rows of `railbird report --by none --luck`; q is adjusted for all angles of \
      a side. All registrations are shown, or the latest ones of --angles, whose texts must be \
      those that were registered.

      Examples:
        railbird angles record --store S
        railbird angles record --store S "Class droppers"
        railbird angles record --store S --angles angles.yaml --out out
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Argument(
    help: ArgumentHelp("The names of the angles to show (default: all).", valueName: "name"))
  var names: [String] = []

  @Option(
    name: .long, help: ArgumentHelp("Shows the angles of this file alone.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var angles: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Folder of the file trials; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String?

  @OptionGroup var summary: SummaryOptions

  func validate() throws {
    if angles != nil, !names.isEmpty {
      throw ValidationError("--angles: found names too; expected one of them")
    }
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      let registered = try chosen(from: ledger(of: storeOptions.store))
      let snapshot = try Snapshot.reported(
        store: storeOptions.store, and: ReportJob.tables(for: registered.map(\.angle.figures)))
      let trials = try AngleTrialJob(
        registered, from: snapshot, aliases: aliasOptions.aliases(store: storeOptions.store),
        threads: work.threadCount
      ).run { console.counting("runners", of: $0) }
      console.clear()
      if summary.printsSummary(beside: out, work) {
        Console.print(
          trials.isEmpty ? "no registered angles\n" : AngleText.text(trials), terminator: "")
      }
      for absence in FactAbsence.each(trials.compactMap(\.before.answer?.absences)) {
        console.note("\(absence)")
      }
      guard let out, let folder else { return }
      try folder.write([CellTable(trials)].files(as: summary.formats()))
      console.note("\(grouped(trials.count)) registered angles in \(out)")
    }
  }

  // MARK: - Implementation

  private func chosen(from ledger: AngleLedger) throws -> [RegisteredAngle] {
    if let angles {
      return try reportingMistakes { () throws(SpecError) in
        try ledger.latest(of: AngleFile(contentsOf: angles).angles, file: angles)
      }
    }
    let wanted = try names.map { name in
      guard let known = ledger.latest(name.lowercased()) else {
        throw ValidationError(
          "found \(name); expected an angle that `railbird angles list` shows")
      }
      return known.angle.key
    }
    return wanted.isEmpty
      ? ledger.registered : ledger.registered.filter { wanted.contains($0.angle.key) }
  }
}

/// Reads the ledger of a store that must exist: a mistyped folder would look like a store without
/// angles.
private func ledger(of store: String) throws -> AngleLedger {
  _ = try Snapshot(store: store, tables: [])
  return try AngleLedger(store: store)
}
