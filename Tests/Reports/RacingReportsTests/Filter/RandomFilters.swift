import Columns
import Racing
import TestSupport

@testable import RunnerKeys

/// Conditions on every field, with values that often hit and sometimes just miss.
struct RandomFilters {
  private var random: SeededGenerator
  private let fields: [FilterField]

  /// Text that a filter must quote, or whose bytes and characters differ.
  static let words = [
    "Ann", "ann", "Anne", "Zoë", "潘頓", "潘", "O'Brien", "a \"b\" c", "", "100%", "x_y", "🐎",
    "two\nlines",
    "and", "null", "7", "horse", "x\"\u{301}", "'\u{308}y", "\u{E9}\u{308}",
  ]
  private static let patterns = [
    "%", "", "A%", "%n", "_nn", "__", "%n%e", "潘%", "_", "%_%", "_頓", "%''%", "%\"%", "a%_c", "%%",
    "Zo_",
    "%\n%",
  ]
  private static let numbers = [
    "0", "-0", "1", "+2", "3.5", "3.333333", "3.3333333", "-1", ".5", "5.", "1000", "007",
    "2.0000001",
    "1.9999999", "10", "-0.0000001",
  ]

  init(salt: UInt64, fields: [FilterField] = FilterField.all) {
    random = SeededGenerator(salt)
    self.fields = fields
  }

  mutating func expression(depth: Int = 3) -> FilterExpression {
    switch depth == 0 ? 0 : below(6) {
    case 0, 1: below(4) > 0 ? .of(test: test()) : computed()
    case 2: .not(expression(depth: depth - 1))
    case 3, 4: .and((0..<(2 + below(2))).map { _ in expression(depth: depth - 1) })
    default: .or((0..<(2 + below(2))).map { _ in expression(depth: depth - 1) })
    }
  }

  /// A test of a computed value, or a comparison of two values.
  mutating func computed() -> FilterExpression {
    let field = fields[below(fields.count)]
    let own = field.kind == .number || below(2) == 0 ? number(depth: 2) : other(field)
    let kind = FilterField(name: "", kind: own.kind)
    if below(2) == 0, !own.isField { return .valued(own, test(kind)) }
    let comparisons = FilterComparison.allCases.prefix(own.kind.isOrdered ? 6 : 2)
    let right = own.kind == .number ? number(depth: 1) : other(kind)
    return .compared(own, comparisons[below(comparisons.count)], right)
  }

  // MARK: - Implementation

  /// A number that has a field, and is no literal.
  private mutating func number(depth: Int) -> FilterValue {
    let field = FilterValue.field(any(.number))
    guard depth > 0 else { return field }
    switch below(6) {
    case 0: return field
    case 1: return .negative(number(depth: depth - 1))
    case 2: return .absolute(number(depth: depth - 1))
    case 3: return .first([number(depth: depth - 1), part(depth: depth - 1)])
    default:
      let parts = [number(depth: depth - 1), part(depth: depth - 1)]
      let sign = FilterSign.allCases[below(4)]
      return below(2) == 0 ? .joined(parts[0], sign, parts[1]) : .joined(parts[1], sign, parts[0])
    }
  }

  /// A number, or a literal with at most six decimals.
  private mutating func part(depth: Int) -> FilterValue {
    guard below(2) == 0 else { return number(depth: depth) }
    let texts = ["0", "1", "2", "0.5", "-1", "1.2", "3.333333", "-2.5", "1000", "0.000001", "10"]
    return .literal(.number(FilterNumber(texts[below(texts.count)])!))
  }

  /// A field of the same kind, or the first of several.
  private mutating func other(_ field: FilterField) -> FilterValue {
    let values = (0..<(1 + below(3))).map { _ in FilterValue.field(any(field.kind)) }
    return values.count == 1 ? values[0] : .first(values)
  }

  private mutating func any(_ kind: FilterKind) -> FilterField {
    let own = fields.filter { $0.kind == kind }
    return own[below(own.count)]
  }

  private mutating func test() -> (FilterField, FilterTest) {
    let field = fields[below(fields.count)]
    return (field, test(field))
  }

  private mutating func test(_ field: FilterField) -> FilterTest {
    switch below(field.kind == .text ? 6 : field.kind.isOrdered ? 5 : 4) {
    case 0: return .null
    case 1: return .among((0..<(1 + below(4))).map { _ in literal(field) })
    case 2, 3:
      let comparisons = FilterComparison.allCases.prefix(field.kind.isOrdered ? 6 : 2)
      return .compare(comparisons[below(comparisons.count)], literal(field))
    case 4: return .between(literal(field), literal(field))
    default: return .like(Self.patterns[below(Self.patterns.count)])
    }
  }

  private mutating func literal(_ field: FilterField) -> FilterLiteral {
    switch field.kind {
    case .number: .number(FilterNumber(Self.numbers[below(Self.numbers.count)])!)
    case .day: .day(Day(iso: "2024-02-27")! + below(5))
    case .instant: .instant(1_709_164_800_000_000 + Int64(below(4)) * 1_800_000_000)
    case .boolean: .boolean(below(2) == 0)
    case .text: .text(Self.words[below(Self.words.count)])
    case .outcome: .text(Outcome.allCases[below(15)].name)
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}

extension FilterExpression {
  fileprivate static func of(test: (FilterField, FilterTest)) -> FilterExpression {
    .test(test.0, test.1)
  }
}
