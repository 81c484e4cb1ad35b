import Columns
import RowReading
import TabularFiles

/// The markets of a stream's rows; a row's text names only a runner.
struct StreamMarkets {
  private let ids: [Column]

  init(_ file: SourceFile, _ rowPath: RowPath) {
    // A market's id is a member of the object under its type.
    let types = Set((file.form.lines?.kinds ?? []).compactMap { $0.split(separator: "/").last })
    let names = types.sorted().map { "../\($0)/id" }
    guard !names.isEmpty,
      let rows = try? file.read(columns: names, rows: rowPath, threads: 1), rows.rowCount > 0
    else {
      ids = []
      return
    }
    let all = Table.concatenated(rows.tables)
    ids = names.compactMap { all[$0] }
  }

  /// Returns the id of a row's market; nil for none.
  subscript(row: Int) -> String? {
    ids.first { row < $0.count && !$0.isNull(row) }
      .map { String(decoding: $0.cellText(row), as: UTF8.self) }
  }
}
