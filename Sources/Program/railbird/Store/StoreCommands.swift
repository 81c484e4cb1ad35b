import ArgumentParser
import ColumnStore
import Columns
import DomainFeeds
import Foundation
import ReportSpecs

struct TablesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tables",
    abstract: "Lists the store's tables, columns and dictionaries.",
    discussion: "Example:\n  railbird tables --store S")

  @OptionGroup var storeOptions: StoreOptions
  @Flag(name: .long, help: "Also list each table's columns.") var columns = false

  func run() throws {
    try reportingErrors {
      let snapshot = try Snapshot(store: storeOptions.store)
      var rows = [["table", "rows", "months", "first", "last"]]
      for table in snapshot.tableNames {
        let segments = snapshot.segments(of: table)
        rows.append([
          table, grouped(snapshot.rowCount(of: table)), String(segments.count),
          segments.first?.month.iso ?? "", segments.last?.month.iso ?? "",
        ])
      }
      Console.print(railbird.columns(rows))
      if columns { for table in snapshot.tableNames { list(table, snapshot) } }
      let dictionaries = snapshot.dictionaryNames.map {
        [$0, grouped(snapshot.dictionary($0).count)]
      }
      Console.print("\n" + railbird.columns([["dictionary", "names"]] + dictionaries))
    }
  }

  private func list(_ table: String, _ snapshot: Snapshot) {
    var fields: [Field] = []
    for segment in snapshot.segments(of: table) {
      for field in segment.rows.fields where !fields.contains(field) { fields.append(field) }
    }
    Console.print(
      "\n" + railbird.columns([[table, "type"]] + fields.map { ["  " + $0.name, $0.type.name] }))
  }
}

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recomputes every checksum of the store.",
    discussion: """
      Kept sums and the journals of fetches are checked too. They belong to no state: damage there \
      is told, and the next report or fetch does without.

      Example:
        railbird verify --store S

      Exit codes: 0 intact, 1 damaged or not readable, 64 bad usage.
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let result = try Verification(store: storeOptions.store) { done, total in
        console.progress(done, of: total, "files", stage: "verifying")
      }
      console.clear()
      let beside =
        KeptFile.damaged(in: storeOptions.store, threads: work.threadCount).map {
          "\(KeptFile.folder)/\($0): found damage; expected kept sums; the next report computes them"
        } + WaitingDamage.found(in: storeOptions.store)
      for line in result.damages.map(\.description) + beside { Console.print(line) }
      if result.hasUnnotedAliases {
        console.note(
          "aliases.csv: found no checksum of it in the manifest; expected one, which "
            + "`railbird aliases --store \(storeOptions.store) --accept` notes")
      }
      do {
        _ = try AngleLedger(store: storeOptions.store)
      } catch {
        Console.print("\(error)")
        throw ExitCode(1)
      }
      guard result.damages.isEmpty else {
        console.note(
          "\(grouped(result.damages.count)) damaged of \(grouped(result.fileCount)) files")
        throw ExitCode(1)
      }
      guard !work.quiet else { return }
      Console.print(
        "\(grouped(result.fileCount)) files, \(grouped(result.byteCount)) bytes: intact"
          + (beside.isEmpty ? "" : ", but for \(grouped(beside.count)) beside the tables"))
    }
  }
}
