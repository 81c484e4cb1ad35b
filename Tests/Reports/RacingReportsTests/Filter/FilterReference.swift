import Columns

@testable import RunnerKeys

/// The language's meaning, one row and one question at a time: true, false, or nil for unknown.
struct FilterReference {
  let columns: [String: Column]
  /// Names by code per field.
  let names: [String: [String]]

  func holds(_ expression: FilterExpression, row: Int) -> Bool? {
    switch expression {
    case .and(let parts):
      let truths = parts.map { holds($0, row: row) }
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .or(let parts):
      let truths = parts.map { holds($0, row: row) }
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    case .not(let part): return holds(part, row: row).map { !$0 }
    case .test(let field, .null): return columns[field.name]!.isNull(row)
    case .test(let field, let test):
      return columns[field.name]!.isNull(row) ? nil : holds(test, value(field, row))
    }
  }

  // MARK: - Implementation

  /// A value and its order: a number in units of 10⁻¹², or a text's bytes.
  private enum Value: Equatable {
    case number(Int128)
    case text([UInt8])

    func precedes(_ other: Value) -> Bool {
      switch (self, other) {
      case (.number(let left), .number(let right)): left < right
      case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
      default: preconditionFailure("values of different kinds")
      }
    }
  }

  private static let one: Int128 = 1_000_000_000_000

  private func value(_ field: FilterField, _ row: Int) -> Value {
    let column = columns[field.name]!
    switch (column.values, column.type) {
    case (.text(let texts), _): return .text(Array(texts[row].utf8))
    case (.int32(let codes), .coded): return .text(Array(names[field.name]![Int(codes[row])].utf8))
    case (.int64(let numbers), .micros): return .number(Int128(numbers[row]) * 1_000_000)
    case (.boolean(let flags), _): return .number(flags[row] ? Self.one : 0)
    default: return .number(Int128(column.slot(row))! * Self.one)
    }
  }

  private func value(_ literal: FilterLiteral) -> Value {
    switch literal {
    case .number(let number): .number(Self.decimal(number.text))
    case .text(let text): .text(Array(text.utf8))
    case .day(let day): .number(Int128(day.number) * Self.one)
    case .instant(let micros): .number(Int128(micros) * Self.one)
    case .boolean(let flag): .number(flag ? Self.one : 0)
    }
  }

  private static func decimal(_ text: String) -> Int128 {
    let parts = text.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let zeros = String(repeating: "0", count: 12 - fraction.count)
    return Int128("\(parts[0])\(fraction)\(zeros)")!
  }

  private func holds(_ test: FilterTest, _ value: Value) -> Bool {
    switch test {
    case .compare(let comparison, let literal):
      let other = self.value(literal)
      return switch comparison {
      case .equal: value == other
      case .unequal: value != other
      case .less: value.precedes(other)
      case .atMost: !other.precedes(value)
      case .greater: other.precedes(value)
      case .atLeast: !value.precedes(other)
      }
    case .among(let literals): return literals.contains { self.value($0) == value }
    case .between(let low, let high):
      return !value.precedes(self.value(low)) && !self.value(high).precedes(value)
    case .like(let pattern):
      guard case .text(let bytes) = value else { preconditionFailure("like is for texts") }
      let text = String(decoding: bytes, as: UTF8.self)
      return Self.fits(Array(text.unicodeScalars)[...], Array(pattern.unicodeScalars)[...])
    case .null: preconditionFailure("asked before")
    }
  }

  private static func fits(
    _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let sign = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if sign == "%" { return (0...text.count).contains { fits(text.dropFirst($0), rest) } }
    return (sign == "_" || sign == text.first) && !text.isEmpty && fits(text.dropFirst(), rest)
  }
}
