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

  var fieldNames: [String] {
    switch self {
    case .and(let parts), .or(let parts):
      var names: [String] = []
      for name in parts.flatMap(\.fieldNames) where !names.contains(name) { names.append(name) }
      return names
    case .not(let part): return part.fieldNames
    case .test(let field, _): return [field.name]
    }
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
