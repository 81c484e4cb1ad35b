import ArgumentParser
import ColumnStore
import Columns
import CommandTools

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
      Console.print(CommandTools.columns(rows))
      if columns { for table in snapshot.tableNames { list(table, snapshot) } }
      let dictionaries = snapshot.dictionaryNames.map {
        [$0, grouped(snapshot.dictionary($0).count)]
      }
      Console.print("\n" + CommandTools.columns([["dictionary", "names"]] + dictionaries))
    }
  }

  private func list(_ table: String, _ snapshot: Snapshot) {
    var fields: [Field] = []
    for segment in snapshot.segments(of: table) {
      for field in segment.rows.fields where !fields.contains(field) { fields.append(field) }
    }
    Console.print(
      "\n"
        + CommandTools.columns([[table, "type"]] + fields.map { ["  " + $0.name, $0.type.name] }))
  }
}
