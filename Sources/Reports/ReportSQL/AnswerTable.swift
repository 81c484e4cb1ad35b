import Columns
import EntityReports

/// One batch of an engine's answer, read by the names of its columns.
struct AnswerTable {
  let table: Table

  var rowCount: Int { table.rowCount }

  /// Reads a column of whole numbers, with a value to use for absent ones.
  func integers(_ name: String, absent: Int64 = 0) throws(SQLReportError) -> [Int64] {
    let column = try column(name)
    let values: [Int64]
    switch column.values {
    case .int16(let numbers): values = numbers.map { Int64($0) }
    case .int32(let numbers): values = numbers.map { Int64($0) }
    case .int64(let numbers): values = Array(numbers)
    case .double, .boolean, .text: throw misfit(name, column, "whole numbers")
    }
    guard column.validity.nullCount > 0 else { return values }
    return values.indices.map { column.isNull($0) ? absent : values[$0] }
  }

  /// Reads columns of whole numbers, row by row.
  func rows(_ names: [String]) throws(SQLReportError) -> [[Int64]] {
    var columns: [[Int64]] = []
    for name in names { columns.append(try integers(name)) }
    return (0..<rowCount).map { row in columns.map { $0[row] } }
  }

  /// Sets sums to the values of their columns.
  ///
  /// - Parameters:
  ///   - sums: Sums per row.
  ///   - columns: The columns.
  ///   - group: The group of bets whose name goes before theirs; nil for none.
  /// - Throws: ``SQLReportError`` `.answer` if a column is absent, or not of whole numbers.
  func fill<Sums>(
    _ sums: inout [Sums], _ columns: some Sequence<SumColumn<Sums>>, of group: String? = nil
  ) throws(SQLReportError) {
    for column in columns {
      let values = try integers(group.map { "\($0)_\(column.name)" } ?? column.name)
      for (row, value) in values.enumerated() { column.set(value, in: &sums[row]) }
    }
  }

  /// Reads a column of whole numbers beyond 64 bits, written as digits; 0 if absent.
  func wideIntegers(_ name: String) throws(SQLReportError) -> [Int128] {
    let column = try column(name)
    guard case .text(let texts) = column.values else { throw misfit(name, column, "digits") }
    var numbers: [Int128] = []
    numbers.reserveCapacity(column.count)
    for row in 0..<column.count {
      guard !column.isNull(row) else {
        numbers.append(0)
        continue
      }
      guard let number = Int128(texts[row]), number.magnitude < Self.widest else {
        throw .answer(
          found: "\(name) \(texts[row])", expected: "a whole number of up to 33 digits")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Reads a column of a key's values, texts or whole numbers; none may be absent.
  func keys(_ name: String) throws(SQLReportError) -> [StarterKeyValue] {
    let column = try column(name)
    guard case .text(let texts) = column.values else {
      return try integers(name).map { .number($0) }
    }
    return (0..<column.count).map { .bytes(Array(texts.utf8($0))) }
  }

  /// Computes, per row, the sum of the absolute values of all whole numbers but some.
  ///
  /// Each is below 2⁶², so that sums and differences of a row's numbers never overflow.
  func weights(except names: Set<String>) throws(SQLReportError) -> [Int64] {
    var weights = [Int64](repeating: 0, count: rowCount)
    for (field, column) in zip(table.fields, table.columns) where !names.contains(field.name) {
      switch column.values {
      case .double, .boolean, .text: continue
      case .int16, .int32, .int64: break
      }
      for (row, number) in try integers(field.name).enumerated() {
        weights[row] = try Self.weight(weights[row], and: number.magnitude)
      }
    }
    return weights
  }

  /// Adds to a weight; throws if the result exceeds 62 bits.
  static func weight(_ weight: Int64, and more: UInt64) throws(SQLReportError) -> Int64 {
    guard more < heaviest - weight.magnitude else {
      throw .answer(found: "sums beyond 62 bits", expected: "sums of runners that were counted")
    }
    return weight + Int64(more)
  }

  // MARK: - Implementation

  private static let heaviest: UInt64 = 1 << 62
  /// Above all squares of money, and small enough for sums of thousands within 128 bits.
  private static let widest: UInt128 = 1_000_000_000_000_000_000_000_000_000_000_000

  private func column(_ name: String) throws(SQLReportError) -> Column {
    guard let column = table[name] else {
      throw .answer(
        found: "the columns " + table.fields.map(\.name).joined(separator: ", "),
        expected: "one named \(name)")
    }
    return column
  }

  private func misfit(_ name: String, _ column: Column, _ expected: String) -> SQLReportError {
    .answer(found: "\(name) as \(column.type.name)", expected: expected)
  }
}
