import CSQLite

/// A result row of a statement.
package struct SQLiteRow {
  package let names: [String]
  let cells: [SQLiteCell]

  /// Returns a cell by its column's index.
  package subscript<Value: SQLiteValue>(place: Int) -> Value { Value(cells[place]) }

  /// Returns a cell by its column's name, which the statement must contain.
  package subscript<Value: SQLiteValue>(name: String) -> Value {
    guard let place = names.firstIndex(of: name) else {
      preconditionFailure("found the columns \(names); expected \(name)")
    }
    return Value(cells[place])
  }
}

/// A cell's value; our tables hold only these kinds.
package enum SQLiteCell: Equatable {
  case null, integer(Int64), text(String)

  init(_ statement: OpaquePointer, _ place: Int) {
    let place = Int32(place)
    switch sqlite3_column_type(statement, place) {
    case SQLITE_NULL: self = .null
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, place))
    default:
      let bytes = UnsafeBufferPointer(
        start: sqlite3_column_text(statement, place),
        count: Int(sqlite3_column_bytes(statement, place)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let value): sqlite3_bind_int64(statement, place, value)
    case .text(let text):
      // Safety: -1 is SQLITE_TRANSIENT: SQLite copies the text before the call returns.
      sqlite3_bind_text(
        statement, place, text, Int32(text.utf8.count),
        unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
  }
}

/// A value that a cell can hold.
package protocol SQLiteValue {
  var cell: SQLiteCell { get }
  /// Reads the value of a cell from a column of this type.
  init(_ cell: SQLiteCell)
}

extension Int64: SQLiteValue {
  package var cell: SQLiteCell { .integer(self) }
  package init(_ cell: SQLiteCell) {
    guard case .integer(let value) = cell else {
      preconditionFailure("found \(cell); expected a whole number")
    }
    self = value
  }
}

extension Int: SQLiteValue {
  package var cell: SQLiteCell { .integer(Int64(self)) }
  package init(_ cell: SQLiteCell) { self = Int(Int64(cell)) }
}

extension Bool: SQLiteValue {
  package var cell: SQLiteCell { .integer(self ? 1 : 0) }
  package init(_ cell: SQLiteCell) { self = Int64(cell) != 0 }
}

extension String: SQLiteValue {
  package var cell: SQLiteCell { .text(self) }
  package init(_ cell: SQLiteCell) {
    guard case .text(let value) = cell else {
      preconditionFailure("found \(cell); expected a text")
    }
    self = value
  }
}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
  package var cell: SQLiteCell { self?.cell ?? .null }
  package init(_ cell: SQLiteCell) { self = cell == .null ? nil : Wrapped(cell) }
}
