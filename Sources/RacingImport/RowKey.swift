import Columns

/// Compares rows by the fields that tell one runner of a race from another.
struct RowKey {
  private let columns: [Column]

  init(_ fields: [String], of table: Table) {
    columns = fields.compactMap { table[$0] }
  }

  /// Whether none of the key's fields has a value.
  func isEmpty(_ row: Int) -> Bool { columns.allSatisfy { $0.isNull(row) } }

  /// Whether two rows have the same key.
  func matches(_ left: Int, _ right: Int) -> Bool {
    columns.allSatisfy { $0.holdsSame(left, as: $0, right) }
  }
}

/// Compares and merges whole rows.
struct RowContent {
  let columns: [Column]

  /// Columns of the table, less those that say where a row came from.
  init(_ table: Table, only names: [String]? = nil) {
    let provenance = ["source", "import_id"]
    columns = zip(table.fields, table.columns).filter { field, _ in
      !provenance.contains(field.name) && (names?.contains(field.name) ?? true)
    }.map(\.1)
  }

  /// Whether all columns hold the same.
  func isSame(_ left: Int, _ right: Int) -> Bool {
    columns.allSatisfy { $0.holdsSame(left, as: $0, right) }
  }

  /// Whether some column holds two different values.
  func contradicts(_ left: Int, _ right: Int) -> Bool {
    columns.contains {
      !$0.isNull(left) && !$0.isNull(right) && !$0.holdsSame(left, as: $0, right)
    }
  }
}
