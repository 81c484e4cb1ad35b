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
    case .valued(let own, .null): return value(own, row) == nil
    case .valued(let own, let test): return value(own, row).map { holds(test, $0) }
    case .compared(let left, let comparison, let right):
      guard let own = value(left, row), let other = value(right, row) else { return nil }
      return holds(comparison, own, other)
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

  /// Computes with millionths, which a number may have at most 63 bits of.
  private func value(_ value: FilterValue, _ row: Int) -> Value? {
    func number(_ value: FilterValue) -> Int128? {
      guard case .number(let number) = self.value(value, row) else { return nil }
      return number / 1_000_000
    }
    func limited(_ millionths: Int128?) -> Value? {
      millionths.flatMap { $0.magnitude < 1 << 63 ? .number($0 * 1_000_000) : nil }
    }
    switch value {
    case .field(let field):
      return columns[field.name]!.isNull(row) ? nil : self.value(field, row)
    case .literal(let literal): return self.value(literal)
    case .negative(let own): return limited(number(own).map { -$0 })
    case .absolute(let own): return limited(number(own).map { $0 < 0 ? -$0 : $0 })
    case .first(let values): return values.lazy.compactMap { self.value($0, row) }.first
    case .joined(let left, let sign, let right):
      guard let left = number(left), let right = number(right) else { return nil }
      switch sign {
      case .plus: return limited(left + right)
      case .minus: return limited(left - right)
      case .times: return limited(Self.rounded(left * right, 1_000_000))
      case .over: return right == 0 ? nil : limited(Self.rounded(left * 1_000_000, right))
      }
    }
  }

  /// The nearest whole number to a quotient, of two the even one.
  private static func rounded(_ number: Int128, _ divisor: Int128) -> Int128 {
    let isNegative = (number < 0) != (divisor < 0)
    let (own, other) = (number.magnitude, divisor.magnitude)
    let candidates = [own / other, own / other + 1]
    func distance(_ candidate: UInt128) -> UInt128 {
      let product = candidate * other
      return product > own ? product - own : own - product
    }
    let nearest = candidates.min {
      (distance($0), $0 % 2) < (distance($1), $1 % 2)
    }!
    return isNegative ? -Int128(nearest) : Int128(nearest)
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

  /// A decimal in units of 10⁻¹².
  static func decimal(_ text: String) -> Int128 {
    let parts = text.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let zeros = String(repeating: "0", count: 12 - fraction.count)
    return Int128("\(parts[0])\(fraction)\(zeros)")!
  }

  private func holds(_ comparison: FilterComparison, _ value: Value, _ other: Value) -> Bool {
    switch comparison {
    case .equal: value == other
    case .unequal: value != other
    case .less: value.precedes(other)
    case .atMost: !other.precedes(value)
    case .greater: other.precedes(value)
    case .atLeast: !value.precedes(other)
    }
  }

  private func holds(_ test: FilterTest, _ value: Value) -> Bool {
    switch test {
    case .compare(let comparison, let literal):
      return holds(comparison, value, self.value(literal))
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
