import ArgumentParser
import ColumnStore
import Columns
import Foundation
import Racing
import RacingImport

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
    discussion: "Example:\n  railbird verify --store S")

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let result = try Verification(store: storeOptions.store) { done, total in
        console.progress("verifying \(done) of \(total) files")
      }
      console.clear()
      for damage in result.damages { Console.print(damage.description) }
      guard result.damages.isEmpty else {
        console.note(
          "\(grouped(result.damages.count)) damaged of \(grouped(result.fileCount)) files")
        throw ExitCode(1)
      }
      Console.print(
        "\(grouped(result.fileCount)) files, \(grouped(result.byteCount)) bytes: intact")
    }
  }
}

struct ImportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imports",
    abstract: "Lists what was imported, and what became of its rows.",
    discussion: "Example:\n  railbird imports --store S")

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    try reportingErrors {
      let ledger = ImportLedger(
        try Snapshot(store: storeOptions.store, tables: [RacingTables.imports]))
      var rows = [
        [
          "id", "mapping", "table", "file", "rows read", "stored", "duplicates", "rejected",
          "replaced",
        ]
      ]
      for file in ledger.imports {
        let counts = [file.rowsRead, file.stored, file.duplicates, file.rejected, file.replaced]
        rows.append([String(file.id), file.mapping, file.table, file.name] + counts.map(grouped))
      }
      Console.print(columns(rows))
    }
  }
}

struct RejectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rejects",
    abstract: "Lists the rows that were refused, and why.",
    discussion: """
      Examples:
        railbird rejects --store S
        railbird rejects --store S --import-id 3 --limit 1000
      """)

  @OptionGroup var storeOptions: StoreOptions
  @Option(name: .long, help: ArgumentHelp("Only those of one import.", valueName: "id"))
  var importId: Int32?
  @Option(name: .long, help: ArgumentHelp("How many to list.", valueName: "n")) var limit = 100

  func run() throws {
    try reportingErrors {
      let snapshot = try Snapshot(store: storeOptions.store, tables: [RacingTables.rejects])
      var shown = 0
      var total = 0
      for rows in snapshot.segments(of: RacingTables.rejects).map(\.rows) {
        for row in 0..<rows.rowCount {
          if let importId, rows["import_id"]!.int32s[row] != importId { continue }
          total += 1
          guard shown < limit else { continue }
          shown += 1
          Console.print(Self.line(rows, row))
        }
      }
      Console.print(
        total == 0 ? "no rejected rows" : "\(grouped(shown)) of \(grouped(total)) rejected rows")
    }
  }

  private static func line(_ rows: Table, _ row: Int) -> String {
    func text(_ name: String) -> String { rows[name]?.texts[row] ?? "" }
    return "\(text("file")):\(rows["line"]!.int64s[row]): \(text("reason")): \(text("detail"))\n"
      + "    \(text("raw"))"
  }
}
