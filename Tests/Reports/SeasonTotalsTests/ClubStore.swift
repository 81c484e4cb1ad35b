import ColumnStore
import Mappings
import RowReading
import StoreImport
import TestSupport

/// A store made from lists that a test writes, or from answers of the service.
struct ClubStore {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var snapshot: Snapshot { get throws { try Snapshot(store: folder.file("store")) } }

  /// Imports a list of a club without the service.
  func add(_ lines: String...) throws {
    try add(lines.joined(separator: "\n") + "\n", name: "list.csv", mapping: "points-ledger")
  }

  /// Imports an answer of the service.
  func answer(_ table: String, at micros: Int64, _ body: String, more: String = "") throws {
    try add(
      #"{"fetched_at":\#(micros)\#(more),"body":\#(body)}"# + "\n", name: "points.ndjson",
      mapping: "points", table: table)
  }

  private func add(_ text: String, name: String, mapping: String, table: String? = nil) throws {
    let yaml = Mapping.builtInText(mapping)!
    let job = ImportJob(
      store: folder.file("store"), mapping: try Mapping(yaml: yaml, file: mapping),
      mappingText: yaml, now: 1_725_148_800_000_000)
    let imported = try job.run([ImportFile(try folder.write(text, to: name), table: table)])
    precondition(imported[0].rejected == 0, "a test's rows are good: \(imported)")
  }
}
