import Columns

/// Columns of every type with random values.
public enum RandomColumns {
  /// Every type a column can have.
  public static let types: [ColumnType] = [
    .int16, .int32, .int64, .double, .boolean, .date, .instant, .micros, .text,
    .coded(dictionary: "horse"),
  ]

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - type: Its type.
  ///   - count: Its number of rows.
  ///   - nulls: Whether about a third of the rows are null.
  ///   - random: The source of its values.
  /// - Returns: The column; a null's slot holds zero.
  public static func column(
    _ type: ColumnType, count: Int, nulls: Bool, using random: inout SeededGenerator
  ) -> Column {
    let flags = (0..<count).map { _ in !nulls || Int.random(in: 0..<3, using: &random) > 0 }
    let numbers = flags.map { $0 ? Int64.random(in: -30_000...30_000, using: &random) : 0 }
    let values: ColumnValues =
      switch type {
      case .int16: .int16(Buffer(numbers.map { Int16($0) }))
      case .int32, .date: .int32(Buffer(numbers.map { Int32($0) }))
      case .coded: .int32(Buffer(numbers.map { Int32(abs($0)) }))
      case .int64, .instant, .micros: .int64(Buffer(numbers.map { $0 * 1_000_003 }))
      case .double: .double(Buffer(numbers.map { Double($0) / 64 }))
      case .boolean: .boolean(Bitmap(numbers.map { $0 > 0 }))
      case .text: .text(TextBuffer(zip(flags, numbers).map { $0 ? word($1) : "" }))
      }
    return Column(type, values, Validity(flags))
  }

  /// Makes a table of one column of every type, named like it.
  ///
  /// - Parameters:
  ///   - count: Its number of rows.
  ///   - nulls: Whether about a third of the cells are null.
  ///   - random: The source of its values.
  /// - Returns: The table.
  public static func table(count: Int, nulls: Bool, using random: inout SeededGenerator) -> Table {
    Table(
      types.map { ($0.name, column($0, count: count, nulls: nulls, using: &random)) })
  }

  /// Words of no, one and several letters, some beyond ASCII.
  private static func word(_ number: Int64) -> String {
    ["", "é", "Ödön", "a, \"b\"", "two\nlines"][Int(abs(number) % 5)]
      + (number % 5 == 0 ? "" : String(number))
  }
}
