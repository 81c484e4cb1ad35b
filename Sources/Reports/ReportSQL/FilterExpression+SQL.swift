import ColumnStore
import Columns
import Racing
import RunnerKeys

extension FilterExpression {
  /// Writes the condition in SQL, with the same three truth values as the filter.
  ///
  /// - Parameters:
  ///   - numbers: The computed numbers of the question.
  ///   - value: Returns the SQL of a field; decimals are in 10⁻⁶, days and instants are numbers.
  /// - Returns: A Boolean expression.
  func inSQL(_ numbers: NumberSteps = NumberSteps([]), _ value: (String) -> String) -> String {
    switch self {
    case .and(let parts):
      "(" + parts.map { $0.inSQL(numbers, value) }.joined(separator: " AND ") + ")"
    case .or(let parts):
      "(" + parts.map { $0.inSQL(numbers, value) }.joined(separator: " OR ") + ")"
    case .not(let part): "(NOT \(part.inSQL(numbers, value)))"
    case .test(let field, let test):
      Self.sql(
        field.kind, test, value(field.name),
        unit: KeyColumns.type(ofField: field.name) == .micros ? 1 : 1_000_000)
    case .valued(let own, let test):
      Self.sql(own.kind, test, own.inSQL(numbers, value), unit: 1)
    case .compared(let left, let comparison, let right):
      "(\(left.inSQL(numbers, value)) \(comparison.inSQL) \(right.inSQL(numbers, value)))"
    }
  }

  // MARK: - Implementation

  private static func sql(
    _ kind: FilterKind, _ test: FilterTest, _ value: String, unit: Int128
  ) -> String {
    if test == .null { return "(\(value) IS NULL)" }
    let own =
      switch kind {
      case .boolean:
        switch test {
        case .compare(.unequal, .boolean(let flag)): flag ? "NOT \(value)" : value
        case .compare(_, .boolean(let flag)): flag ? value : "NOT \(value)"
        case .among(let flags):
          "\(value) IN (" + flags.map(\.description).joined(separator: ", ") + ")"
        default: preconditionFailure("no question to a flag")
        }
      case .number, .day, .instant: sql(NumberTest(test, unit: unit)!, value)
      case .text, .outcome: textSQL(test, value)
      }
    return "(\(own))"
  }

  /// Writes a test that is true for every value; for an absent one it is unknown, as is `never`.
  private static func always(_ value: String) -> String { "\(value) = \(value)" }
  private static func never(_ value: String) -> String { "\(value) <> \(value)" }

  private static func sql(_ test: NumberTest, _ value: String) -> String {
    switch test {
    case .range(nil): never(value)
    case .range(let range?):
      switch (range.lowerBound == .min, range.upperBound == .max) {
      case (true, true): always(value)
      case (true, false): "\(value) <= \(range.upperBound)"
      case (false, true): "\(value) >= \(range.lowerBound)"
      case (false, false): "\(value) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
      }
    case .unequal(let number): number.map { "\(value) <> \($0)" } ?? always(value)
    case .among(let list):
      list.isEmpty
        ? never(value)
        : "\(value) IN (" + list.map { "\($0)" }.joined(separator: ", ") + ")"
    }
  }

  private static func textSQL(_ test: FilterTest, _ value: String) -> String {
    switch test {
    case .compare(let comparison, let literal):
      return "\(value) \(comparison.inSQL) \(literal.inSQL)"
    case .among(let literals):
      return "\(value) IN (" + literals.map(\.inSQL).joined(separator: ", ") + ")"
    case .between(let low, let high):
      return "\(value) BETWEEN \(low.inSQL) AND \(high.inSQL)"
    case .like(let pattern): return "\(value) LIKE \(SQLText.pattern(pattern))"
    case .null: return "\(value) IS NULL"
    }
  }
}

extension FilterValue {
  /// Writes the value: a number in millionths, or what a field of its kind holds.
  fileprivate func inSQL(_ numbers: NumberSteps, _ value: (String) -> String) -> String {
    if kind == .number { return numbers.sql(self) }
    switch self {
    case .field(let field): return value(field.name)
    case .literal(let literal): return literal.inSQL
    case .first(let values):
      return "COALESCE(" + values.map { $0.inSQL(numbers, value) }.joined(separator: ", ") + ")"
    case .negative, .absolute, .joined: preconditionFailure("arithmetic gives numbers")
    }
  }
}

extension FilterComparison {
  fileprivate var inSQL: String { self == .unequal ? "<>" : rawValue }
}

extension FilterLiteral {
  fileprivate var inSQL: String {
    switch self {
    case .text(let text): SQLText.text(text)
    case .day(let day): "\(day.number)"
    case .instant(let micros): "\(micros)"
    case .boolean(let flag): flag ? "TRUE" : "FALSE"
    case .number: preconditionFailure("numbers have a unit")
    }
  }
}
