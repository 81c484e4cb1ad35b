import Columns
import Racing
import RunnerKeys

/// The computed numbers of a question in SQL, each operation a column of a nested query.
///
/// An expression may name an operand several times, so nested operations would grow without bound
/// as one text. Numbers are `BIGINT` millionths, as in the engine itself.
struct NumberSteps: Sendable {
  /// Each operation once, after its operands.
  private var steps: [(value: FilterValue, sql: String)] = []

  /// Writes the operations of some numbers.
  ///
  /// - Parameter values: Numbers, computed or fields.
  init(_ values: [FilterValue]) {
    for value in values { add(value) }
  }

  /// Writes the rows of a view with the operations as further columns, under the name `s`.
  func source(_ view: String) -> String {
    steps.indices.reduce("\(view) AS s") {
      "(SELECT s.*, \(steps[$1].sql) AS \(Self.name($1)) FROM \($0)) AS s"
    }
  }

  /// Writes a number, whose operations are among the steps.
  func sql(_ value: FilterValue) -> String {
    switch value {
    case .field(let field):
      let own = "CAST(s.\(SQLText.name(field.name)) AS BIGINT)"
      return KeyColumns.type(ofField: field.name) == .micros ? own : own + " * \(Decimal6.one)"
    case .literal(.number(let number)): return "\(number.micros!)"
    default:
      guard let place = steps.firstIndex(where: { $0.value == value }) else {
        preconditionFailure("a number of the question")
      }
      return "s." + Self.name(place)
    }
  }

  // MARK: - Implementation

  private static func name(_ place: Int) -> String { "number_\(place)" }

  private mutating func add(_ value: FilterValue) {
    guard !steps.contains(where: { $0.value == value }) else { return }
    switch value {
    case .field, .literal: return
    case .negative(let own), .absolute(let own): add(own)
    case .first(let values): for own in values { add(own) }
    case .joined(let left, _, let right):
      add(left)
      add(right)
    }
    steps.append((value, operation(value)))
  }

  private func operation(_ value: FilterValue) -> String {
    switch value {
    case .field, .literal: preconditionFailure("a field is no operation")
    case .negative(let own): "-\(sql(own))"
    case .absolute(let own): "ABS(\(sql(own)))"
    case .first(let values): "COALESCE(" + values.map(sql).joined(separator: ", ") + ")"
    case .joined(let left, .plus, let right):
      "TRY_CAST(\(Self.wide(sql(left))) + \(Self.wide(sql(right))) AS BIGINT)"
    case .joined(let left, .minus, let right):
      "TRY_CAST(\(Self.wide(sql(left))) - \(Self.wide(sql(right))) AS BIGINT)"
    case .joined(let left, .times, let right):
      Self.quotient(
        "\(Self.wide(sql(left))) * \(Self.wide(sql(right)))", over: "\(Decimal6.one)",
        isNegative: "(\(sql(left)) < 0) <> (\(sql(right)) < 0)")
    case .joined(let left, .over, let right):
      Self.quotient(
        "\(Self.wide(sql(left))) * \(Decimal6.one)", over: "ABS(\(Self.wide(sql(right))))",
        isNegative: "(\(sql(left)) < 0) <> (\(sql(right)) < 0)")
    }
  }

  /// A type that holds the product of two numbers in millionths.
  private static func wide(_ sql: String) -> String { "CAST(\(sql) AS DECIMAL(19, 0))" }

  /// Divides, rounding half to even; NULL for the divisor zero, and for quotients over 64 bits.
  private static func quotient(
    _ amount: String, over divisor: String, isNegative: String
  ) -> String {
    let amount = "ABS(\(amount))"
    return "CASE WHEN \(amount) < \(divisor) * \(wide("\(Int64.max)")) THEN CAST("
      + SQLText.halfEven(amount, over: divisor)
      + " * CASE WHEN \(isNegative) THEN -1 ELSE 1 END AS BIGINT) END"
  }
}

extension FilterExpression {
  /// The numbers that the condition computes or compares with a computed one.
  var numbers: [FilterValue] {
    let values: [FilterValue] =
      switch self {
      case .and(let parts), .or(let parts): parts.flatMap(\.numbers)
      case .not(let part): part.numbers
      case .test: []
      case .valued(let value, _): [value]
      case .compared(let left, _, let right): [left, right]
      }
    return values.filter { $0.kind == .number }
  }
}
