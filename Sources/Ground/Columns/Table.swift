/// Named columns of equal length.
///
/// The columns of a stored table are checked when they are first used. A damaged one reads as
/// nulls, and the table's source records the damage: see `ColumnCheck`.
public struct Table: Sendable {
  /// Names and types, in column order.
  public let fields: [Field]
  /// The number of rows.
  public let rowCount: Int
  /// The columns before any check.
  package let uncheckedColumns: [Column]
  private let check: (any ColumnCheck)?

  /// Makes a table from fields and columns of `rowCount` rows.
  public init(fields: [Field], columns: [Column], rowCount: Int) {
    self.init(fields: fields, columns: columns, rowCount: rowCount, check: nil)
  }

  /// Makes a table whose columns are checked when they are first used.
  package init(fields: [Field], columns: [Column], rowCount: Int, check: (any ColumnCheck)?) {
    precondition(fields.count == columns.count, "a field for each column")
    precondition(columns.allSatisfy { $0.count == rowCount }, "columns of one length")
    self.fields = fields
    uncheckedColumns = columns
    self.rowCount = rowCount
    self.check = check
  }

  /// The columns, in the order of the fields.
  public var columns: [Column] {
    check == nil ? uncheckedColumns : uncheckedColumns.indices.map(checked)
  }

  /// Makes a table from named columns; at least one is needed for the row count.
  public init(_ named: [(name: String, column: Column)]) {
    self.init(
      fields: named.map { Field($0.name, $0.column.type) }, columns: named.map(\.column),
      rowCount: named.first?.column.count ?? 0)
  }

  /// The column of a name, or nil.
  public subscript(name: String) -> Column? {
    fields.firstIndex { $0.name == name }.map(checked)
  }

  /// Returns the column of a field; all null if the table lacks it.
  public func column(_ field: Field) -> Column {
    self[field.name] ?? .nulls(field.type, count: rowCount)
  }

  /// Returns the rows at `indices`, in that order.
  public func gathered(_ indices: [Int32]) -> Table {
    Table(
      fields: fields, columns: columns.map { $0.gathered(indices) }, rowCount: indices.count)
  }

  /// Concatenates tables; a column that some lack is null in their rows.
  public static func concatenated(_ parts: [Table]) -> Table {
    if parts.count == 1 { return parts[0] }
    var fields: [Field] = []
    for part in parts {
      for field in part.fields where !fields.contains(where: { $0.name == field.name }) {
        fields.append(field)
      }
    }
    let columns = fields.map { field in Column.concatenated(parts.map { $0.column(field) }) }
    return Table(
      fields: fields, columns: columns, rowCount: parts.reduce(0) { $0 + $1.rowCount })
  }

  /// Returns the table without columns that hold no value at all.
  public func droppingEmptyColumns() -> Table {
    let columns = columns
    let kept = columns.indices.filter { columns[$0].validity.nullCount < max(rowCount, 1) }
    return Table(
      fields: kept.map { fields[$0] }, columns: kept.map { columns[$0] }, rowCount: rowCount)
  }

  /// Returns the table with a column replaced, or added at the end.
  public func replacing(_ name: String, _ column: Column) -> Table {
    var named = zip(fields, columns).map { (name: $0.0.name, column: $0.1) }
    if let index = named.firstIndex(where: { $0.name == name }) {
      named[index].column = column
    } else {
      named.append((name, column))
    }
    return Table(named)
  }

  // MARK: - Implementation

  private func checked(_ index: Int) -> Column {
    guard let check, !check.isWhole(index) else { return uncheckedColumns[index] }
    return .nulls(fields[index].type, count: rowCount)
  }
}

/// A source of stored columns that checks whether their bytes are as written.
///
/// Each column is checked at its first use, because reports read a few columns of many.
package protocol ColumnCheck: Sendable {
  /// Whether a column is as written; the first call for a column reads its bytes.
  ///
  /// A false answer is recorded: code that computed from the table checks for damage at the end.
  ///
  /// - Parameter index: The column's index.
  /// - Returns: The answer.
  func isWhole(_ index: Int) -> Bool
}
