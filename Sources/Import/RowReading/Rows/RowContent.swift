import Columns

/// Compares whole rows, except for their source and import.
package struct RowContent {
  @usableFromInline package let columns: [Column]

  /// Takes all columns, or those named.
  package init(_ table: Table, only names: [String]? = nil) {
    let provenance = ["source", "import_id"]
    columns = zip(table.fields, table.columns).filter { field, _ in
      !provenance.contains(field.name) && (names?.contains(field.name) ?? true)
    }.map(\.1)
  }

  /// Whether two rows have the same value in all columns.
  @inlinable package func isSame(_ left: Int, _ right: Int) -> Bool {
    columns.allSatisfy { $0.holdsSame(left, as: $0, right) }
  }

  /// Whether some column has different values among the rows; nulls do not count.
  @inlinable package func contradicts(among rows: ArraySlice<Int32>) -> Bool {
    columns.contains { column in
      guard let first = rows.first(where: { !column.isNull(Int($0)) }) else { return false }
      return rows.contains {
        !column.isNull(Int($0)) && !column.holdsSame(Int(first), as: column, Int($0))
      }
    }
  }
}
