import ColumnStore
import Columns
import EntityReports
import Questions
import ReportWriters
import RunnerKeys
import StoreSupport

/// A report as texts, with access to cells by name.
struct ReportTable {
  let header: [String]
  let rows: [[String]]

  init(_ report: EntityReport) {
    header = report.header
    rows = report.rows.map { $0.cells.map { $0.text ?? "" } }
  }

  /// Reports on the runners of a CSV text.
  init(
    by dimension: String = "jockey", windows: [String] = ["all"], _ csv: String,
    request adjust: (inout ReportRequest) throws -> Void = { _ in }
  ) throws {
    try self.init(
      by: dimension, windows: windows, of: StoreFixture.snapshot(csv: csv), request: adjust)
  }

  init(
    by dimension: String, windows: [String], of snapshot: Snapshot,
    request adjust: (inout ReportRequest) throws -> Void = { _ in }
  ) throws {
    var request = ReportRequest(
      dimensions: [try Dimension(dimension)], windows: try windows.map { try Window($0) })
    try adjust(&request)
    self.init(try ReportJob(request, from: snapshot).run().reports[0])
  }

  /// The names of the rows, in order; several keys joined by `+`.
  var names: [String] {
    let keyCount = header.firstIndex(of: "window")!
    return rows.map { $0.prefix(keyCount).joined(separator: "+") }
  }

  /// A cell by its row's name, window and column; nil where there is no such row.
  subscript(name: String, column: String, window window: String = "all") -> String? {
    let windowIndex = header.firstIndex(of: "window")!
    let index = header.firstIndex(of: column)!
    return zip(names, rows).first { $0 == name && $1[windowIndex] == window }?.1[index]
  }

  /// Several cells of a row.
  func cells(_ name: String, _ columns: String...) -> [String?] {
    columns.map { self[name, $0] }
  }
}
