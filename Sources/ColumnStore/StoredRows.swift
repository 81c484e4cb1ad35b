import Columns

/// A table's stored rows with readers of their cells, for tables that are read whole.
public struct StoredRows {
  private let snapshot: Snapshot
  private let rows: Table

  /// Reads a table; one that the store lacks has no rows.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - fields: The columns that are read; one that old rows lack is null there.
  ///   - snapshot: The store.
  /// - Throws: ``StoreError`` when a file is damaged.
  public init(
    _ table: String, _ fields: [Field], _ snapshot: Snapshot
  ) throws(StoreError) {
    self.snapshot = snapshot
    let none = Table(fields: fields, columns: fields.map { .nulls($0.type, count: 0) }, rowCount: 0)
    let months = try snapshot.checkedSegments(of: table).map(\.rows)
    let all = Table.concatenated([none] + months)
    rows = Table(fields: fields, columns: fields.map(all.column), rowCount: all.rowCount)
  }

  /// The number of rows.
  public var count: Int { rows.rowCount }

  /// A name or a text; nil where the cell is empty.
  public func text(_ column: String, _ row: Int) -> String? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    if case .coded(let dictionary) = cells.type {
      return snapshot.dictionary(dictionary)[Int(cells.int32s[row])]
    }
    return cells.texts[row]
  }

  /// The code of a name; nil where the cell is empty.
  public func code(_ column: String, _ row: Int) -> Int32? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    return cells.int32s[row]
  }

  /// A moment, a number of millionths or a whole number; nil where the cell is empty.
  public func int64(_ column: String, _ row: Int) -> Int64? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    return cells.int64s[row]
  }
}
