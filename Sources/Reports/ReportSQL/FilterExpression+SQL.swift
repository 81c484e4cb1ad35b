import ColumnStore
import Columns
import Racing
import RunnerKeys

extension FilterExpression {
  /// Writes the condition in SQL, with the same three truth values as the filter.
  ///
  /// - Parameter value: Returns the SQL of a field; decimals are in 10⁻⁶, days and instants are
  ///   numbers.
  /// - Returns: A Boolean expression.
  func inSQL(_ value: (String) -> String) -> String {
    switch self {
    case .and(let parts): "(" + parts.map { $0.inSQL(value) }.joined(separator: " AND ") + ")"
    case .or(let parts): "(" + parts.map { $0.inSQL(value) }.joined(separator: " OR ") + ")"
    case .not(let part): "(NOT \(part.inSQL(value)))"
    case .test(let field, .null): "(\(value(field.name)) IS NULL)"
    case .test(let field, let test): "(" + Self.sql(field, test, value(field.name)) + ")"
    }
  }

  // MARK: - Implementation

  private static func sql(_ field: FilterField, _ test: FilterTest, _ value: String) -> String {
    switch field.kind {
    case .boolean:
      switch test {
      case .compare(.unequal, .boolean(let flag)): flag ? "NOT \(value)" : value
      case .compare(_, .boolean(let flag)): flag ? value : "NOT \(value)"
      case .among(let flags):
        "\(value) IN (" + flags.map(\.description).joined(separator: ", ") + ")"
      default: preconditionFailure("no question to a flag")
      }
    case .number, .day, .instant:
      sql(
        NumberTest(test, unit: KeyColumns.type(ofField: field.name) == .micros ? 1 : 1_000_000)!,
        value)
    case .text, .outcome: textSQL(test, value)
    }
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
    func quoted(_ literal: FilterLiteral) -> String {
      guard case .text(let text) = literal else {
        preconditionFailure("a text is compared with texts")
      }
      return SQLText.text(text)
    }
    switch test {
    case .compare(let comparison, let literal):
      return "\(value) \(comparison == .unequal ? "<>" : comparison.rawValue) \(quoted(literal))"
    case .among(let literals):
      return "\(value) IN (" + literals.map(quoted).joined(separator: ", ") + ")"
    case .between(let low, let high):
      return "\(value) BETWEEN \(quoted(low)) AND \(quoted(high))"
    case .like(let pattern): return "\(value) LIKE \(SQLText.pattern(pattern))"
    case .null: return "\(value) IS NULL"
    }
  }
}
