import Columns

/// A value computed from a runner's fields, such as `sp / bsp` or `coalesce(bsp, sp)`.
///
/// A number is a decimal of six places: each operation is computed exactly and rounded once, half
/// to even. The result is absent if an operand is absent, if the divisor is zero, or beyond
/// 9,223,372,036,854.775807 in amount.
package indirect enum FilterValue: Equatable, Sendable {
  case field(FilterField)
  /// A value written in the text; a number has at most six decimals beside an operation.
  case literal(FilterLiteral)
  case negative(FilterValue)
  case absolute(FilterValue)
  case joined(FilterValue, FilterSign, FilterValue)
  /// The first of several values of one kind that is present.
  case first([FilterValue])

  /// Reads a number computed from fields.
  ///
  /// - Parameter text: A value such as `weight_lb - last_weight_lb`.
  /// - Throws: ``FilterError`` with the position, if the text is not a number of known fields.
  package init(_ text: String) throws(FilterError) {
    var parser = FilterParser(text)
    self = try parser.value()
  }

  /// The kind of the value.
  package var kind: FilterKind {
    switch self {
    case .field(let field): field.kind
    case .literal(.text): .text
    case .literal(.day): .day
    case .literal(.instant): .instant
    case .literal(.boolean): .boolean
    case .literal(.number), .negative, .absolute, .joined: .number
    case .first(let values): values[0].kind
    }
  }

  /// Whether the value is a field itself.
  package var isField: Bool { if case .field = self { true } else { false } }

  /// The names of the fields, each once, in order of appearance.
  package var fieldNames: [String] {
    switch self {
    case .field(let field): return [field.name]
    case .literal: return []
    case .negative(let value), .absolute(let value): return value.fieldNames
    case .joined(let left, _, let right): return Self.each([left, right])
    case .first(let values): return Self.each(values)
    }
  }

  private static func each(_ values: [FilterValue]) -> [String] {
    FilterExpression.each(values.map(\.fieldNames))
  }
}

/// A sign of arithmetic.
package enum FilterSign: Character, CaseIterable, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case over = "/"

  /// The signs by how closely they bind, the loosest first.
  static let levels: [[FilterSign]] = [[.plus, .minus], [.times, .over]]

  /// Its index in ``levels``.
  var level: Int { self == .plus || self == .minus ? 0 : 1 }

  /// Its word in a column's name.
  fileprivate var word: String {
    switch self {
    case .plus: "plus"
    case .minus: "minus"
    case .times: "times"
    case .over: "over"
    }
  }
}

/// The functions of values.
enum FilterFunction: String {
  case abs, coalesce
}

extension FilterValue: CustomStringConvertible {
  /// The canonical form, with as few parentheses as its meaning allows.
  package var description: String {
    switch self {
    case .field(let field): field.name
    case .literal(let literal): "\(literal)"
    case .negative(let value): "-" + value.text(below: FilterSign.levels.count)
    case .absolute(let value): "abs(\(value))"
    case .first(let values):
      "coalesce(" + values.map(\.description).joined(separator: ", ") + ")"
    case .joined(let left, let sign, let right):
      "\(left.text(below: sign.level)) \(sign.rawValue) \(right.text(below: sign.level + 1))"
    }
  }

  /// The name of a column of the value: `weight_lb - 7` is `weight_lb_minus_7`.
  package var columnName: String {
    switch self {
    case .field(let field): field.name
    case .literal(let literal): literal.description.replacing("-", with: "minus_")
    case .negative(let value): "minus_" + value.columnName
    case .absolute(let value): "abs_" + value.columnName
    case .first(let values): "coalesce_" + values.map(\.columnName).joined(separator: "_")
    case .joined(let left, let sign, let right):
      "\(left.columnName)_\(sign.word)_\(right.columnName)"
    }
  }

  /// Writes the value, in parentheses if its sign binds less closely than a level.
  private func text(below level: Int) -> String {
    if case .joined(_, let sign, _) = self, sign.level < level { "(\(self))" } else { description }
  }
}
