import Columns

extension FilterParser {
  /// Reads the test of a value, which is empty if a field of yes or no alone is a condition.
  mutating func test() throws(FilterError) -> FilterExpression {
    let start = try peek()
    let value = try computed(for: nil)
    // Messages name a computed value as they name a field.
    let field = FilterField(name: value.description, kind: value.kind)
    let expression = try test(of: value, field)
    guard !expression.fieldNames.isEmpty else { throw unexpected(start, Self.fieldExpected) }
    return expression
  }

  /// The words of messages for the beginning of a test.
  static let fieldExpected = "a field, not or ("

  /// The error for a name that no field has.
  func unknownField(_ word: String, _ token: FilterToken) -> FilterError {
    error(.unknownField(found: word, nearest: nearestFields(word)), token)
  }

  /// Returns the fields that a word probably means, as a message shows them.
  func nearestFields(_ word: String) -> String {
    // No field's name is half that long, so skip the search.
    word.unicodeScalars.count <= 64 ? NearestName.advice(word, in: fields.all.map(\.name)) : ""
  }

  // MARK: - Implementation

  private mutating func test(
    of value: FilterValue, _ field: FilterField
  ) throws(FilterError) -> FilterExpression {
    let token = try peek()
    if case .sign(let sign) = token.kind, let comparison = FilterComparison(sign: sign) {
      _ = try take()
      if comparison != .equal && comparison != .unequal { try expectOrder(field, token) }
      return .of(value, comparison, try operand(for: field))
    }
    switch token.keyword {
    case .is: return try nullTest(value)
    case .not, .in, .between, .like: return try setTest(value, field)
    default: break
    }
    guard field.kind == .boolean else {
      throw unexpected(token, "a comparison after \(field.name)")
    }
    return .of(value, .compare(.equal, .boolean(true)))
  }

  private mutating func nullTest(_ value: FilterValue) throws(FilterError) -> FilterExpression {
    _ = try take()
    let isNegated = try take(.not)
    guard try take(.null) else {
      throw unexpected(try peek(), isNegated ? "null" : "null or not null")
    }
    return isNegated ? .not(.of(value, .null)) : .of(value, .null)
  }

  private mutating func setTest(
    _ value: FilterValue, _ field: FilterField
  ) throws(FilterError) -> FilterExpression {
    let isNegated = try take(.not)
    let token = try take()
    let test: FilterExpression
    switch token.keyword {
    case .in: test = Self.among(value, try list(for: field))
    case .between:
      try expectOrder(field, token)
      let low = try operand(for: field)
      guard try take(.and) else { throw unexpected(try peek(), "and") }
      test = Self.between(value, low, try operand(for: field))
    case .like: test = .of(value, .like(try pattern(for: field, token)))
    default: throw unexpected(token, "in, between or like after \(field.name) not")
    }
    return isNegated ? .not(test) : test
  }

  /// A list with fields is several comparisons, as in SQL.
  private static func among(_ value: FilterValue, _ list: [FilterValue]) -> FilterExpression {
    let literals = list.compactMap(\.literal)
    guard literals.count < list.count || value.literal != nil else {
      return .of(value, .among(literals))
    }
    let parts = list.map { FilterExpression.of(value, .equal, $0) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private static func between(
    _ value: FilterValue, _ low: FilterValue, _ high: FilterValue
  ) -> FilterExpression {
    if value.literal == nil, let low = low.literal, let high = high.literal {
      return .of(value, .between(low, high))
    }
    return .and([.of(value, .atLeast, low), .of(value, .atMost, high)])
  }

  private mutating func list(for field: FilterField) throws(FilterError) -> [FilterValue] {
    let open = try peek()
    guard try take(sign: "(") else { throw unexpected(open, "( and values") }
    var values = [try operand(for: field)]
    while try take(sign: ",") { values.append(try operand(for: field)) }
    guard try take(sign: ")") else {
      let found = try peek()
      guard found.kind == .end else { throw unexpected(found, ", or )") }
      throw error(.missingParenthesis(found: "no )"), open)
    }
    return values
  }

  private func expectOrder(_ field: FilterField, _ token: FilterToken) throws(FilterError) {
    guard field.kind.isOrdered else {
      throw error(
        .wrongType(found: token.found, expected: "=, !=, in or is null for \(field.name)"), token)
    }
  }

  private mutating func pattern(
    for field: FilterField, _ like: FilterToken
  ) throws(FilterError) -> String {
    guard field.kind == .text else {
      throw error(
        .wrongType(found: like.found, expected: "a comparison with \(field.expected)"), like)
    }
    guard case .text(let pattern) = try literal(for: field) else {
      preconditionFailure("a text field takes texts only")
    }
    return pattern
  }
}

extension FilterValue {
  /// The value, if it is written in the text.
  fileprivate var literal: FilterLiteral? {
    if case .literal(let literal) = self { literal } else { nil }
  }
}
