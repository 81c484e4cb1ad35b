import ColumnStore
import Columns

/// A table's stored rows with readers of their cells.
struct StoredRows {
  let snapshot: Snapshot
  let rows: Table

  /// Reads a table whole; one that the store lacks has no rows.
  ///
  /// - Throws: ``StoreError`` when a file is damaged.
  init(_ table: String, _ fields: [Field], _ snapshot: Snapshot) throws(StoreError) {
    self.snapshot = snapshot
    let none = Table(fields: fields, columns: fields.map { .nulls($0.type, count: 0) }, rowCount: 0)
    let months = try snapshot.checkedSegments(of: table).map(\.rows)
    let all = Table.concatenated([none] + months)
    rows = Table(fields: fields, columns: fields.map(all.column), rowCount: all.rowCount)
  }

  var count: Int { rows.rowCount }

  /// A name or a text.
  func text(_ column: String, _ row: Int) -> String? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    if case .coded(let dictionary) = cells.type {
      return snapshot.dictionary(dictionary)[Int(cells.int32s[row])]
    }
    return cells.texts[row]
  }

  /// An instant or a number of millionths.
  func micros(_ column: String, _ row: Int) -> Int64? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    return cells.int64s[row]
  }
}
