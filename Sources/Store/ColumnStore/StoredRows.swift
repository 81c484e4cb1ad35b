import Columns

/// A table's stored rows with cell readers, for tables that are read as a whole.
public struct StoredRows {
  private let snapshot: Snapshot
  private let rows: Table

  /// Reads a table; a missing table has no rows.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - fields: The columns to read; a column that old rows lack is null there.
  ///   - snapshot: The store.
  /// - Throws: ``StoreError`` for a damaged file.
  public init(
    _ table: String, _ fields: [Field], _ snapshot: Snapshot
  ) throws(StoreError) {
    self.snapshot = snapshot
    let none = Table(fields: fields, columns: fields.map { .nulls($0.type, count: 0) }, rowCount: 0)
    let months = try snapshot.checkedSegments(of: table).map(\.rows)
    let all = Table.concatenated([none] + months)
    rows = Table(fields: fields, columns: fields.map(all.column), rowCount: all.rowCount)
  }

  /// Reads rows of one month.
  ///
  /// - Parameters:
  ///   - rows: The rows, already checked.
  ///   - snapshot: The store.
  public init(_ rows: Table, _ snapshot: Snapshot) {
    self.rows = rows
    self.snapshot = snapshot
  }

  /// The number of rows.
  public var count: Int { rows.rowCount }

  /// Visits all rows in their order.
  ///
  /// - Parameters:
  ///   - progress: Takes the number of rows visited since it was called before, up to a thousand.
  ///   - visit: Takes a row.
  /// - Throws: The error of `visit`.
  public func visit(
    progress: (Int) -> Void, _ visit: (Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    for start in stride(from: 0, to: count, by: 1000) {
      let part = start..<min(start + 1000, count)
      for row in part { try visit(row) }
      progress(part.count)
    }
  }

  /// Returns a name or a text; nil for an empty cell.
  public func text(_ column: String, _ row: Int) -> String? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    if case .coded(let dictionary) = cells.type {
      return snapshot.dictionary(dictionary)[Int(cells.int32s[row])]
    }
    return cells.texts[row]
  }

  /// Returns the code of a name; nil for an empty cell.
  public func code(_ column: String, _ row: Int) -> Int32? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    return cells.int32s[row]
  }

  /// Returns a moment, a number of millionths or a whole number; nil for an empty cell.
  public func int64(_ column: String, _ row: Int) -> Int64? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    return cells.int64s[row]
  }

  /// Returns a small whole number; nil for an empty cell.
  public func int16(_ column: String, _ row: Int) -> Int? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    return Int(cells.int16s[row])
  }

  /// Returns a yes or no; nil for an empty cell.
  public func flag(_ column: String, _ row: Int) -> Bool? {
    guard let cells = rows[column], !cells.isNull(row) else { return nil }
    return cells.booleans[row]
  }
}
