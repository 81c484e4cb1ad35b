import Columns

extension FilterParser {
  /// Looks up the field that a token names.
  func field(_ token: FilterToken) throws(FilterError) -> FilterField {
    guard case .word(let word) = token.kind, token.keyword == nil else {
      throw unexpected(token, "a field, not or (")
    }
    if let field = fields.named(word) { return field }
    guard FilterNumber(word) == nil else { throw unexpected(token, "a field, not or (") }
    let names = fields.all.map(\.name)
    // No field's name is half that long, so skip the search.
    let isShort = word.unicodeScalars.count <= 64
    let nearest = isShort ? NearestName.advice(word, in: names) : ""
    throw error(.unknownField(found: word, nearest: nearest), token)
  }

  /// Reads the test of a field, which is empty if the field alone is a condition.
  mutating func test(of field: FilterField) throws(FilterError) -> FilterExpression {
    let token = try peek()
    if case .sign(let sign) = token.kind, let comparison = FilterComparison(sign: sign) {
      _ = try take()
      return .test(field, try compared(field, comparison, token))
    }
    switch token.keyword {
    case .is: return try nullTest(field)
    case .not, .in, .between, .like: return try setTest(field)
    default: break
    }
    guard field.kind == .boolean else {
      throw unexpected(token, "a comparison after \(field.name)")
    }
    return .test(field, .compare(.equal, .boolean(true)))
  }

  // MARK: - Implementation

  private mutating func compared(
    _ field: FilterField, _ comparison: FilterComparison, _ token: FilterToken
  ) throws(FilterError) -> FilterTest {
    if comparison != .equal && comparison != .unequal { try expectOrder(field, token) }
    return .compare(comparison, try literal(for: field))
  }

  private mutating func nullTest(_ field: FilterField) throws(FilterError) -> FilterExpression {
    _ = try take()
    let isNegated = try take(.not)
    guard try take(.null) else {
      throw unexpected(try peek(), isNegated ? "null" : "null or not null")
    }
    return isNegated ? .not(.test(field, .null)) : .test(field, .null)
  }

  private mutating func setTest(_ field: FilterField) throws(FilterError) -> FilterExpression {
    let isNegated = try take(.not)
    let token = try take()
    let test: FilterTest
    switch token.keyword {
    case .in: test = .among(try list(for: field))
    case .between:
      try expectOrder(field, token)
      let low = try literal(for: field)
      guard try take(.and) else { throw unexpected(try peek(), "and") }
      test = .between(low, try literal(for: field))
    case .like: test = .like(try pattern(for: field, token))
    default: throw unexpected(token, "in, between or like after \(field.name) not")
    }
    return isNegated ? .not(.test(field, test)) : .test(field, test)
  }

  private mutating func list(for field: FilterField) throws(FilterError) -> [FilterLiteral] {
    let open = try peek()
    guard try take(sign: "(") else { throw unexpected(open, "( and values") }
    var literals = [try literal(for: field)]
    while try take(sign: ",") { literals.append(try literal(for: field)) }
    guard try take(sign: ")") else {
      let found = try peek()
      guard found.kind == .end else { throw unexpected(found, ", or )") }
      throw error(.missingParenthesis(found: "no )"), open)
    }
    return literals
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
