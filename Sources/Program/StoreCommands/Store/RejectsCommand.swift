import ArgumentParser
import ColumnStore
import Columns
import CommandTools
import Foundation
import Racing
import StoreImport
import TabularFiles

struct RejectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rejects",
    abstract: "Lists rejected rows and unreadable cells with reasons, or reads them again.",
    discussion: """
      A row with the reason cell is stored, without the cell that could not be read.
      A retry reads the archived file of an import again, but only its listed rows, as a new \
      import. Accepted rows leave the list; so do rows that a later import brings, by a corrected \
      mapping or in another file of the source.

      Examples:
        railbird rejects --store S --import-id 3 --limit 1000
        railbird rejects --store S --reason sp --csv rejects.csv
        railbird rejects --store S --retry 3 --mapping repaired.yaml

      Exit codes: 0 done, 1 failed, 64 bad usage, 74 the retry is stored, but the disk or standard \
      output failed afterwards.
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions

  @Option(name: .long, help: ArgumentHelp("Only those of one import.", valueName: "id"))
  var importId: Int?

  @Option(name: .long, help: ArgumentHelp("Only those with this reason.", valueName: "word"))
  var reason: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Maximum number to list (default: 100; all with --json and --csv).", valueName: "n"))
  var limit: Int?

  @Flag(name: .long, help: "List as JSON.") var json = false

  @Option(
    name: .long, help: ArgumentHelp("Write them to a CSV file.", valueName: "file"),
    completion: .file())
  var csv: String?

  @OptionGroup var retryOptions: RetryOptions

  func validate() throws {
    if let limit, limit < 0 {
      throw ValidationError("--limit: found \(limit); expected 0 or more")
    }
    if csv == "-" { throw ValidationError("--csv: found -; expected a file") }
    if json && csv != nil { throw ValidationError("--json: found --csv too; expected one of them") }
    let isFiltered = importId != nil || reason != nil || limit != nil
    if retryOptions.retry != nil && (json || csv != nil || isFiltered) {
      throw ValidationError("--retry: found options of the list too; expected one of them")
    }
  }

  func run() throws {
    try reportingErrors {
      if let retry = retryOptions.retry {
        try retryOptions.run(retry, store: storeOptions.store, work)
        return
      }
      let store = storeOptions.store
      var tables: Set = [RacingTables.rejects]
      if importId != nil { tables.insert(RacingTables.imports) }
      let snapshot = try Snapshot(store: store, tables: tables)
      // An empty list for a mistyped import would look as if all of its rows were accepted.
      if let importId { _ = try ImportLedger(snapshot).standing(importId, store: store) }
      let rows = try RefusedRows(snapshot, importID: importId, reason: reason)
      if let csv {
        try write(limit.map(rows.first) ?? rows, to: csv)
      } else if json {
        var lines = JSONLines()
        try (limit.map(rows.first) ?? rows).forEach { try lines.print($0) }
        lines.end()
      } else {
        list(rows, upTo: limit ?? 100)
      }
    }
  }

  // MARK: - Implementation

  private func list(_ rows: RefusedRows, upTo limit: Int) {
    guard rows.count > 0 else {
      Console.print("no rejected rows")
      return
    }
    let shown = rows.first(limit)
    shown.forEach { row in
      Console.print(
        "\(row.file):\(row.line): \(row.reason): \(row.detail)\n    \(row.raw)")
    }
    let summary = rows.summary.map {
      [String($0.importID), $0.file, $0.reason, grouped($0.rowCount)]
    }
    if shown.count > 0 { Console.print("") }
    Console.print(columns([["import", "file", "reason", "rows"]] + summary))
    Console.print("\n\(grouped(shown.count)) of \(grouped(rows.count)) rejected rows")
  }

  private func write(_ rows: RefusedRows, to path: String) throws {
    // The key is internal to the store, not a text for readers.
    let fields = RacingTables.rejectFields.filter { $0.name != "key" }
    try WholeFile.write(path) { draft in
      let writer = try TableWriter(path: draft, format: .csv, fields: fields)
      for table in rows.tables {
        try writer.write(
          Table(fields: fields, columns: fields.map(table.column), rowCount: table.rowCount))
      }
      try writer.close()
    }
    Console.print("\(path): \(grouped(rows.count)) rows")
  }
}
