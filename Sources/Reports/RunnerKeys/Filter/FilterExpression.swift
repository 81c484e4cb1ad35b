import Columns
import Racing

/// A condition after reading; names and types are checked.
package indirect enum FilterExpression: Equatable, Sendable {
  /// All of two or more conditions hold.
  case and([FilterExpression])
  /// At least one of two or more conditions holds.
  case or([FilterExpression])
  case not(FilterExpression)
  case test(FilterField, FilterTest)
  /// A test of a computed value.
  case valued(FilterValue, FilterTest)
  /// A comparison of two values of one kind, neither a literal.
  case compared(FilterValue, FilterComparison, FilterValue)

  var fieldNames: [String] {
    switch self {
    case .and(let parts), .or(let parts): return Self.each(parts.map(\.fieldNames))
    case .not(let part): return part.fieldNames
    case .test(let field, _): return [field.name]
    case .valued(let value, _): return value.fieldNames
    case .compared(let left, _, let right): return Self.each([left.fieldNames, right.fieldNames])
    }
  }

  /// Merges lists of names, each name once.
  static func each(_ lists: [[String]]) -> [String] {
    var names: [String] = []
    for name in lists.joined() where !names.contains(name) { names.append(name) }
    return names
  }

  /// Tests a value, which may be a field.
  static func of(_ value: FilterValue, _ test: FilterTest) -> FilterExpression {
    if case .field(let field) = value { .test(field, test) } else { .valued(value, test) }
  }

  /// Compares two values; at least one has a field.
  static func of(
    _ left: FilterValue, _ comparison: FilterComparison, _ right: FilterValue
  ) -> FilterExpression {
    if case .literal(let literal) = right { return .of(left, .compare(comparison, literal)) }
    if case .literal(let literal) = left {
      return .of(right, .compare(comparison.reversed, literal))
    }
    return .compared(left, comparison, right)
  }
}

/// A test of one field.
package enum FilterTest: Equatable, Sendable {
  case compare(FilterComparison, FilterLiteral)
  case among([FilterLiteral])
  case between(FilterLiteral, FilterLiteral)
  /// SQL's pattern: `%` matches any text, `_` one character.
  case like(String)
  case null
}

/// The six comparisons, by their canonical signs.
package enum FilterComparison: String, CaseIterable, Sendable {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="

  /// Reads a sign, `==` and `<>` included.
  init?(sign: String) {
    switch sign {
    case "==": self = .equal
    case "<>": self = .unequal
    default: self.init(rawValue: sign)
    }
  }

  /// The comparison with its sides exchanged.
  var reversed: FilterComparison {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .atMost: .atLeast
    case .greater: .less
    case .atLeast: .atMost
    }
  }
}

/// A value to compare with, of its field's kind.
package enum FilterLiteral: Equatable, Sendable {
  case number(FilterNumber)
  /// NFC-normalised; also an outcome's word.
  case text(String)
  case day(Day)
  /// Microseconds since 1970-01-01 00:00 UTC.
  case instant(Int64)
  case boolean(Bool)
}
