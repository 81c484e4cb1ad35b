import ColumnStore
import Columns
import Racing

/// A named price of a runner, such as `early`.
package struct RunnerPrice: Equatable, Sendable {
  /// The name in the table `prices`.
  package let name: String
  /// Decimal odds.
  package let price: Decimal6
}

/// One stored row's values by column name, with aliased names.
package struct RowFacts {
  package let row: Int
  private let table: Table
  private let snapshot: Snapshot
  private let aliases: NameAliases

  package init(_ table: Table, _ row: Int, _ snapshot: Snapshot, _ aliases: NameAliases) {
    self.table = table
    self.row = row
    self.snapshot = snapshot
    self.aliases = aliases
  }

  /// Returns a coded column's name; nil where the row has none.
  package func name(_ field: String) -> String? {
    guard let column = column(field) else { return nil }
    return aliases.name(of: snapshot.dictionary(field)[Int(column.int32s[row])], role: field)
  }

  /// Returns a text.
  package func text(_ field: String) -> String? { column(field).map { $0.texts[row] } }

  /// Returns a whole number of 16 or 32 bits.
  package func number(_ field: String) -> Int? {
    guard let column = column(field) else { return nil }
    if case .int16(let numbers) = column.values { return Int(numbers[row]) }
    return Int(column.int32s[row])
  }

  /// Returns a decimal, 10⁻⁶ inside.
  package func decimal(_ field: String) -> Decimal6? {
    column(field).map { Decimal6(micros: $0.int64s[row]) }
  }

  /// Returns a point in time, µs since 1970 UTC.
  package func instant(_ field: String) -> Int64? { column(field).map { $0.int64s[row] } }

  /// Returns a flag.
  package func flag(_ field: String) -> Bool? { column(field).map { $0.booleans[row] } }

  /// The named prices, the exchange's first.
  package var prices: [RunnerPrice] {
    NamedPrice.among(table.fields.map(\.name)).compactMap { price in
      decimal(price.column).map { RunnerPrice(name: price.name, price: $0) }
    }
  }

  private func column(_ field: String) -> Column? {
    guard let column = table[field], !column.isNull(row) else { return nil }
    return column
  }
}
