import ColumnStore
import Columns
import Foundation
import Racing

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

/// Reads one field out of a batch of rows.
struct FieldReader {
  let field: Field
  let mapping: FieldMapping
  let rows: Table
  /// The dictionary of a coded field.
  let encoder: DictionaryEncoder?

  func values() -> FieldValues {
    if let ready = typedValues() { return ready }
    switch field.type {
    case .coded("outcome"): return outcomes()
    // Place terms go by the country's code, so one country has one spelling.
    case .coded("country"):
      return codes { Array(String(decoding: $0, as: UTF8.self).uppercased().utf8) }
    case .coded: return codes()
    case .text: return texts()
    case .int16: return integers(Int16.self) { .int16($0) }
    case .int32: return integers(Int32.self) { .int32($0) }
    case .date:
      return fixed(expected: "a day as YYYY-MM-DD", { Day(iso: $0)?.number }) { .int32($0) }
    case .instant:
      return fixed(expected: "a time as YYYY-MM-DDTHH:MM:SSZ", Instant.micros) { .int64($0) }
    case .micros: return decimals()
    case .boolean:
      return fixed(expected: "true or false", Self.flag) { flags in
        .boolean(Bitmap(count: flags.count) { flags[$0] == 1 })
      }
    case .int64, .double: preconditionFailure("no racing field has the type \(field.type)")
    }
  }

  // MARK: - Implementation

  /// The only column's values where the file has them typed already.
  private func typedValues() -> FieldValues? {
    let reader = CellReader(mapping, rows)
    guard let column = reader.plainColumn else { return nil }
    switch (field.type, column.values) {
    case (.date, .int32(let days)) where column.type == .date && Self.areCivil(days):
      return FieldValues(column: column, problems: [])
    case (.date, .int64(let micros)) where column.type == .instant:
      return Self.days(micros).map {
        FieldValues(column: Column(.date, .int32($0), column.validity), problems: [])
      }
    case (.instant, .int64) where column.type == .instant, (.boolean, .boolean):
      return FieldValues(column: Column(field.type, column.values, column.validity), problems: [])
    case (.micros, .double(let numbers)) where mapping.divideBy == nil:
      return prices(numbers, column.validity)
    default: return nil
    }
  }

  /// Whether all days lie in the years 1 to 9999, as written ones do.
  private static func areCivil(_ days: Buffer<Int32>) -> Bool {
    days.pointer.allSatisfy { (-719_162...2_932_896).contains($0) }
  }

  /// Midnights as days, as some tools write dates; nil where another time of day is among them.
  private static func days(_ micros: Buffer<Int64>) -> Buffer<Int32>? {
    let perDay: Int64 = 86_400_000_000
    guard micros.pointer.allSatisfy({ $0 % perDay == 0 }) else { return nil }
    let days = Buffer(micros.pointer.map { Int32(truncatingIfNeeded: $0 / perDay) })
    return areCivil(days) ? days : nil
  }

  /// Doubles as exact decimals: the nearest multiple of 10⁻⁶.
  private func prices(_ numbers: Buffer<Double>, _ validity: Validity) -> FieldValues {
    var out = FixedColumn<Int64>(count: numbers.count)
    for row in 0..<numbers.count where validity.isValid(row) {
      let micros = (numbers[row] * 1e6).rounded(.toNearestOrEven)
      if micros.magnitude < 9e18, accepts(Int64(micros)) {
        out.set(row, Int64(micros))
      } else if mapping.bad != .null {
        out.problems.append(problem(row, "\(numbers[row])", expectedNumber))
      }
    }
    return out.finished(field.type) { .int64($0) }
  }

  private func integers<T: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ type: T.Type, _ values: @escaping (Buffer<T>) -> ColumnValues
  ) -> FieldValues {
    fixed(expected: "a whole number", { Self.integer($0, T.self) }, values)
  }

  private func decimals() -> FieldValues {
    let thousands = (mapping.thousands?.utf8.first).map { [$0] } ?? []
    return fixed(expected: expectedNumber) { cell in
      var micros: Int64?
      if mapping.kind == .lengths {
        if case .micros(let lengths)? = BeatenLengths.parse(cell.span) { micros = lengths }
      } else if thousands.isEmpty {
        micros = Decimal6.parseMicros(cell.span)
      } else {
        let digits = cell.filter { !thousands.contains($0) }
        micros = Decimal6.parseMicros(digits.span)
      }
      guard var value = micros else { return nil }
      if let stake = mapping.divideBy {
        value = Rounding.halfEven(value, dividedBy: stake)
      }
      return accepts(value) ? value : nil
    } _: {
      .int64($0)
    }
  }

  private var isOdds: Bool { ["sp", "bsp", "place_bsp"].contains(field.name) }

  private var lowestOdds: Int64? {
    mapping.atLeast.flatMap { Decimal6($0)?.micros }
  }

  /// Odds must be above 1 (or at least what the mapping says); no price is above 1,000,000.
  private func accepts(_ micros: Int64) -> Bool {
    if field.name == "tote" { return (0...Odds.maximumMicros).contains(micros) }
    guard isOdds else { return field.name == "beaten_lengths" || micros >= 0 }
    return micros >= (lowestOdds ?? Decimal6.one + 1) && micros <= Odds.maximumMicros
  }

  private var expectedNumber: String {
    guard isOdds else { return "a decimal number" }
    return "decimal odds " + (mapping.atLeast.map { "of at least \($0)" } ?? "above 1")
  }

  private func fixed<T: BitwiseCopyable & Sendable & ExpressibleByIntegerLiteral>(
    expected: String, _ parse: (UnsafeBufferPointer<UInt8>) -> T?,
    _ values: (Buffer<T>) -> ColumnValues
  ) -> FieldValues {
    var out = FixedColumn<T>(count: rows.rowCount)
    CellReader(mapping, rows).forEach(rows.rowCount) { row, cell in
      guard let cell else { return }
      if let value = parse(cell) {
        out.set(row, value)
      } else if mapping.bad != .null {
        out.problems.append(problem(row, String(decoding: cell, as: UTF8.self), expected))
      }
    }
    return out.finished(field.type, values)
  }

  private func codes(
    spelling: ((UnsafeBufferPointer<UInt8>) -> [UInt8])? = nil
  ) -> FieldValues {
    var out = FixedColumn<Int32>(count: rows.rowCount)
    CellReader(mapping, rows).forEach(rows.rowCount) { row, cell in
      guard let cell else { return }
      let code =
        spelling.map { $0(cell).withUnsafeBufferPointer { encoder!.code($0) } }
        ?? encoder!.code(cell)
      if let code {
        out.set(row, code)
      } else {
        out.problems.append(problem(row, String(decoding: cell, as: UTF8.self), "valid UTF-8"))
      }
    }
    return out.finished(field.type) { .int32($0) }
  }

  /// Outcomes' codes are their raw values: the store's dictionary lists them in that order.
  private func outcomes() -> FieldValues {
    var out = FixedColumn<Int32>(count: rows.rowCount)
    CellReader(mapping, rows).forEach(rows.rowCount) { row, cell in
      out.set(row, Int32(Self.outcome(cell).rawValue))
    }
    return out.finished(field.type) { .int32($0) }
  }

  private func texts() -> FieldValues {
    var offsets: [Int32] = [0]
    var bytes: [UInt8] = []
    var flags: [Bool] = []
    offsets.reserveCapacity(rows.rowCount + 1)
    var problems: [CellProblem] = []
    CellReader(mapping, rows).forEach(rows.rowCount) { row, cell in
      if let cell {
        if cell.allSatisfy({ $0 < 0x80 }) {
          bytes.append(contentsOf: cell)
        } else if let text = String(validating: cell, as: UTF8.self) {
          // Normalised as names are, so that two spellings are one race.
          bytes.append(contentsOf: text.precomposedStringWithCanonicalMapping.utf8)
        } else {
          problems.append(problem(row, String(decoding: cell, as: UTF8.self), "valid UTF-8"))
        }
      }
      offsets.append(Int32(bytes.count))
      flags.append(cell != nil)
    }
    let text = TextBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))
    return FieldValues(column: Column(.text, .text(text), Validity(flags)), problems: problems)
  }

  /// An outcome's word; a bare position means that the runner finished, anything else is unknown.
  private static func outcome(_ cell: UnsafeBufferPointer<UInt8>?) -> Outcome {
    guard let cell else { return .unresolved }
    let word = String(decoding: cell, as: UTF8.self).lowercased()
      .replacing("-", with: "_").replacing(" ", with: "_")
    if let known = Outcome(name: word) { return known }
    return (integer(cell, Int16.self) ?? 0) > 0 ? .finished : .unresolved
  }

  private func problem(_ row: Int, _ found: String, _ expected: String) -> CellProblem {
    CellProblem(row: row, field: field.name, found: found, expected: expected)
  }

  private static func integer<T: FixedWidthInteger>(
    _ cell: UnsafeBufferPointer<UInt8>, _ type: T.Type
  ) -> T? {
    var value = 0
    var digits = cell[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    // Spreadsheets write whole numbers as 1140.0.
    if let point = digits.firstIndex(of: UInt8(ascii: ".")),
      digits[(point + 1)...].allSatisfy({ $0 == UInt8(ascii: "0") })
    {
      digits = digits[..<point]
    }
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    for byte in digits {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return T(exactly: isNegative ? -value : value)
  }

  private static func flag(_ cell: UnsafeBufferPointer<UInt8>) -> UInt8? {
    switch String(decoding: cell, as: UTF8.self).lowercased() {
    case "true", "1", "yes": 1
    case "false", "0", "no": 0
    default: nil
    }
  }
}

/// A column under construction: values with their flags.
private struct FixedColumn<T: BitwiseCopyable & Sendable & ExpressibleByIntegerLiteral> {
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
