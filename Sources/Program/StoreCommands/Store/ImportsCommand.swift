import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import DomainFeeds
import Foundation
import ImportHistory
import Racing
import StoreImport

struct ImportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imports",
    abstract: "Lists imports and the results of their rows, or undoes one.",
    discussion: """
      Undoing gives the store as if the file had never been imported: all other imports run again \
      from the raw archive, in one commit.

      Examples:
        railbird imports --store S
        railbird imports --store S --undo 3

      Exit codes: 0 done, 1 failed, 64 bad usage, 74 the change is stored, but \
      the disk or standard output failed afterwards.
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @Flag(name: .long, help: "List as JSON.") var json = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Undoes an import and the retries of its rejected rows.", valueName: "id"))
  var undo: Int?

  @Flag(name: .long, help: "Undo without asking.") var yes = false

  func validate() throws {
    guard undo != nil else {
      if yes { throw ValidationError("--yes: found no --undo; expected an import to undo") }
      return
    }
    if json { throw ValidationError("--json: found --undo too; expected one of them") }
    guard yes || Console.inIsTerminal else {
      throw ValidationError("--undo: found no terminal to ask on; expected --yes")
    }
  }

  func run() throws {
    try reportingErrors {
      let snapshot = try Snapshot(store: storeOptions.store, tables: [RacingTables.imports])
      let ledger = try ImportLedger(snapshot)
      if let undo {
        try takeBack(undo, ledger)
      } else if json {
        var lines = JSONLines()
        for imported in ledger.imports { try lines.print(ImportRecord(imported)) }
        lines.end()
      } else {
        Console.print(columns(Self.header + ledger.imports.map(Self.row)))
      }
    }
  }

  // MARK: - List

  private static let header = [
    [
      "id", "imported (UTC)", "mapping", "table", "file", "rows read", "stored", "duplicates",
      "rejected", "replaced", "state",
    ]
  ]

  private static func row(_ file: ImportedFile) -> [String] {
    let counts = [file.rowsRead, file.stored, file.duplicates, file.rejected, file.replaced]
    let states = [file.isUndone ? "undone" : nil, file.retryOf.map { "retry of \($0)" }]
    return [
      String(file.id), Moment.text(file.importedAt, separator: " "), file.mapping, file.table,
      file.name,
    ] + counts.map(grouped) + [states.compactMap { $0 }.joined(separator: ", ")]
  }

  // MARK: - Undo

  private func takeBack(_ id: Int, _ ledger: ImportLedger) throws {
    let console = Console(work)
    let gone = try ledger.takenBack(byUndoing: id, store: storeOptions.store)
    guard yes || Console.asks(Self.question(id, gone)) else {
      console.note("nothing was undone")
      return
    }
    FreedMemory.keep()
    var job = UndoJob(
      store: storeOptions.store, importID: id, now: Int64(Date().timeIntervalSince1970 * 1e6))
    job.derived = [FetchTables()]
    job.threads = work.threadCount
    let progress = ImportProgress(console)
    job.progress = progress.step
    job.workProgress = progress.count
    let undone = try job.run()
    console.clear()
    Console.recordChange("the import is undone")
    let after = try ImportLedger(
      Snapshot(store: storeOptions.store, tables: [RacingTables.imports]))
    guard !work.quiet else { return }
    for imported in undone { Console.print("\(imported.label): undone") }
    for line in ImportChanges.lines(from: ledger.standing, to: after.standing) {
      Console.print(line)
    }
  }

  private static func question(_ id: Int, _ gone: [ImportedFile]) -> String {
    let others = gone.filter { $0.id != id }.map { file in
      file.label + (file.retryOf == nil ? ", read together with it" : ", a retry of refused rows")
    }
    let named = gone.first { $0.id == id }!.label
    return others.isEmpty
      ? "Undo \(named)?" : "Undo \(named)? This also undoes " + others.joined(separator: "; ") + "."
  }
}
