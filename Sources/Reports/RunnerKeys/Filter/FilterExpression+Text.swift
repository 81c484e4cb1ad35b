import Columns

extension FilterExpression: CustomStringConvertible {
  /// The canonical form, with as few parentheses as its meaning allows.
  package var description: String {
    switch self {
    case .or(let parts):
      parts.map { $0.isOr ? "(\($0))" : "\($0)" }.joined(separator: " or ")
    case .and(let parts):
      parts.map { $0.isOr || $0.isAnd ? "(\($0))" : "\($0)" }.joined(separator: " and ")
    case .not(let part): Self.negated(part)
    case .test(let field, let test): "\(field.name)\(test.text(isNegated: false))"
    case .valued(let value, let test): "\(value)\(test.text(isNegated: false))"
    case .compared(let left, let comparison, let right):
      "\(left) \(comparison.rawValue) \(right)"
    }
  }

  private static func negated(_ part: FilterExpression) -> String {
    switch part {
    case .test(let field, let test) where test.hasNegatedForm:
      "\(field.name)\(test.text(isNegated: true))"
    case .valued(let value, let test) where test.hasNegatedForm:
      "\(value)\(test.text(isNegated: true))"
    case .and, .or: "not (\(part))"
    default: "not \(part)"
    }
  }

  private var isOr: Bool { if case .or = self { true } else { false } }
  private var isAnd: Bool { if case .and = self { true } else { false } }
}

extension FilterTest {
  /// Whether `not` comes after the field, as in `not in`.
  var hasNegatedForm: Bool { if case .compare = self { false } else { true } }

  /// Writes the part after the field's name.
  func text(isNegated: Bool) -> String {
    let not = isNegated ? "not " : ""
    switch self {
    case .compare(.equal, .boolean(true)): return ""
    case .compare(let comparison, let literal): return " \(comparison.rawValue) \(literal)"
    case .among(let literals):
      return " \(not)in (" + literals.map(\.description).joined(separator: ", ") + ")"
    case .between(let low, let high): return " \(not)between \(low) and \(high)"
    case .like(let pattern): return " \(not)like \(FilterLiteral.text(pattern))"
    case .null: return " is \(not)null"
    }
  }
}

extension FilterLiteral: CustomStringConvertible {
  /// The value as a filter writes it; texts always have quotes.
  package var description: String {
    switch self {
    case .number(let number): number.text
    case .text(let text): Self.quoted(text)
    case .day(let day): day.iso
    case .instant(let micros): Moment.text(micros) + "Z"
    case .boolean(let flag): flag ? "true" : "false"
    }
  }

  /// Returns a text in quotes, with its own quotes doubled.
  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    // Scalar by scalar: a quote with a combining mark is another Character, but still a quote.
    for scalar in text.unicodeScalars {
      quoted.append(scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    quoted.append("\"")
    return String(quoted)
  }
}
