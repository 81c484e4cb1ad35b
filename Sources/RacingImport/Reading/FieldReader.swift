import ColumnStore
import Columns
import Foundation
import Racing
import Seasons

/// Reads one field out of a batch of rows.
struct FieldReader {
  let field: Field
  let mapping: FieldMapping
  var rows: Table
  /// The dictionary of a coded field.
  var encoder: DictionaryEncoder?
  /// The rows' days, for times that say none.
  var days: Column?
  /// The texts of the field's cells.
  let cells: CellReader

  /// Describes a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - mapping: Where its values come from.
  ///   - rows: The first rows.
  ///   - encoder: The dictionary of a coded field.
  ///   - isGuarded: Whether names may carry the mark that keeps spreadsheets from running them.
  init(
    field: Field, mapping: FieldMapping, rows: Table, encoder: DictionaryEncoder? = nil,
    isGuarded: Bool = false
  ) {
    self.field = field
    self.mapping = mapping
    self.rows = rows
    self.encoder = encoder
    cells = CellReader(mapping, isGuarded: isGuarded)
  }

  func values() -> FieldValues {
    cells.use(rows)
    if let ready = typedValues() { return ready }
    switch field.type {
    case .coded("outcome"): return outcomes()
    // Place terms go by the country's code, so one country has one spelling.
    case .coded("country"):
      return codes { Array(String(decoding: $0, as: UTF8.self).uppercased().utf8) }
    case .coded("season"): return words(Season.allCases.map(\.rawValue))
    case .coded("transaction_kind"): return words(TransactionKind.allCases.map(\.rawValue))
    case .coded("team"): return words(Team.allCases.map(\.rawValue))
    case .coded: return codes()
    case .text: return texts()
    case .int16 where isOfClub: return years()
    case .int16: return field.name == "position" ? positions() : integers { .int16($0) }
    case .int32: return field.name == "distance_m" ? distances() : integers { .int32($0) }
    case .date: return dates()
    case .instant: return times()
    case .micros: return decimals()
    case .boolean:
      return fixed(expected: "true or false", { .init(Self.flag($0)) }) { flags in
        .boolean(Bitmap(count: flags.count) { flags[$0] == 1 })
      }
    case .int64: return integers { .int64($0) }
    case .double: preconditionFailure("no field of the store has the type \(field.type)")
    }
  }

  /// Reads each cell into a value of one size.
  func fixed<T: BitwiseCopyable & Sendable & ExpressibleByIntegerLiteral>(
    expected: String, _ read: (UnsafeBufferPointer<UInt8>) -> CellReading<T>,
    _ wrap: (Buffer<T>) -> ColumnValues
  ) -> FieldValues {
    var last = CellReading<T>.none
    return fixedByRow(
      expected: expected,
      { _, cell, isRepeated in
        if !isRepeated { last = read(cell) }
        return last
      }, wrap)
  }

  /// Reads each cell into a value of one size, knowing its row and whether its text is that of the
  /// row before.
  func fixedByRow<T: BitwiseCopyable & Sendable & ExpressibleByIntegerLiteral>(
    expected: String, _ read: (Int, UnsafeBufferPointer<UInt8>, Bool) -> CellReading<T>,
    _ wrap: (Buffer<T>) -> ColumnValues
  ) -> FieldValues {
    var out = FieldColumn<T>(count: rows.rowCount)
    cells.forEach(rows.rowCount) { row, cell, isRepeated in
      guard let cell else { return }
      switch read(row, cell, isRepeated) {
      case .value(let value): out.set(row, value)
      case .none: break
      case .unreadable:
        if mapping.bad != .null { out.problems.append(problem(row, cell.shown, expected)) }
      }
    }
    return out.finished(field.type, wrap)
  }

  func problem(_ row: Int, _ found: String, _ expected: String) -> CellProblem {
    CellProblem(row: row, field: field.name, found: found, expected: expected)
  }

  // MARK: - Implementation

  /// The only column's values where the file has them typed already.
  private func typedValues() -> FieldValues? {
    guard mapping.formats.isEmpty, let column = cells.plainColumn else { return nil }
    switch (field.type, column.values) {
    case (.date, .int32(let days)) where column.type == .date && Self.areCivil(days):
      return FieldValues(column: column, problems: [])
    case (.date, .int64(let micros)) where column.type == .instant:
      return Self.days(micros).map {
        FieldValues(column: Column(.date, .int32($0), column.validity), problems: [])
      }
    case (.instant, .int64(let micros)) where isOfClub && column.type == .instant:
      return moments(micros, column.validity)
    case (.instant, .int64) where column.type == .instant, (.boolean, .boolean):
      return FieldValues(column: Column(field.type, column.values, column.validity), problems: [])
    case (.micros, .double(let numbers)) where mapping.stake == 1:
      return decimals(numbers, column.validity)
    default: return nil
    }
  }

  /// Whether all days lie in the years 1 to 9999, as written ones do.
  private static func areCivil(_ days: Buffer<Int32>) -> Bool {
    days.allSatisfy { (-719_162...2_932_896).contains($0) }
  }

  /// Midnights as days, as some tools write dates; nil where another time of day is among them.
  private static func days(_ micros: Buffer<Int64>) -> Buffer<Int32>? {
    let perDay: Int64 = 86_400_000_000
    guard micros.allSatisfy({ $0 % perDay == 0 }) else { return nil }
    let days = Buffer(micros.map { Int32(truncatingIfNeeded: $0 / perDay) })
    return areCivil(days) ? days : nil
  }

  private static func flag(_ cell: UnsafeBufferPointer<UInt8>) -> UInt8? {
    switch String(decoding: cell, as: UTF8.self).lowercased() {
    case "true", "1", "yes": 1
    case "false", "0", "no": 0
    default: nil
    }
  }
}
