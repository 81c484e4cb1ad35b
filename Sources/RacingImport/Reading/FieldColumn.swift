import Columns

/// A cell that could not be read.
struct CellProblem {
  let row: Int
  let field: String
  let found: String
  let expected: String
}

/// One field's values for a batch of rows, and the cells that could not be read.
struct FieldValues {
  let column: Column
  let problems: [CellProblem]
}

/// A column under construction: values with their flags.
struct FieldColumn<T: BitwiseCopyable & Sendable & ExpressibleByIntegerLiteral> {
  private var values: [T]
  private var flags: [Bool]
  var problems: [CellProblem] = []

  init(count: Int) {
    values = Array(repeating: 0, count: count)
    flags = Array(repeating: false, count: count)
  }

  mutating func set(_ row: Int, _ value: T) {
    values[row] = value
    flags[row] = true
  }

  func finished(_ type: ColumnType, _ wrap: (Buffer<T>) -> ColumnValues) -> FieldValues {
    FieldValues(
      column: Column(type, wrap(Buffer(values)), Validity(flags)), problems: problems)
  }
}

/// What a cell's text comes to.
enum CellReading<T> {
  case value(T)
  /// The text says that there is none.
  case none
  /// The text is not written as the field's is.
  case unreadable

  /// A value, or unreadable.
  init(_ value: T?) {
    if let value { self = .value(value) } else { self = .unreadable }
  }
}
