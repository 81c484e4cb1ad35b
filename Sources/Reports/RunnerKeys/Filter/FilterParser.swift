/// Reads a filter by recursive descent, checking names and types as it goes.
///
///     condition := all ("or" all)*      all := single ("and" single)*
///     single := "not" single | "(" condition ")" | test
package struct FilterParser {
  private let text: String
  /// The fields that conditions may use.
  let fields: FilterFields
  private var lexer: FilterLexer
  private var lookahead: FilterToken?
  private var depth = 0
  private var literalCount = 0

  package init(_ text: String, fields: FilterFields = .ofRunners) {
    self.text = text
    self.fields = fields
    lexer = FilterLexer(text)
  }

  /// Reads the whole text.
  package mutating func filter() throws(FilterError) -> FilterExpression {
    if try peek().kind == .end { throw FilterError(.empty, in: text, at: 0) }
    let expression = try condition()
    let token = try peek()
    guard token.kind == .end else { throw unexpected(token, "and, or, or the end") }
    return expression
  }

  // MARK: - Tokens

  mutating func peek() throws(FilterError) -> FilterToken {
    if let lookahead { return lookahead }
    let token = try lexer.token()
    lookahead = token
    return token
  }

  mutating func take() throws(FilterError) -> FilterToken {
    let token = try peek()
    lookahead = nil
    return token
  }

  /// Takes the next token if it is a keyword.
  mutating func take(_ keyword: FilterKeyword) throws(FilterError) -> Bool {
    guard try peek().keyword == keyword else { return false }
    lookahead = nil
    return true
  }

  /// Takes the next token if it is a sign.
  mutating func take(sign: String) throws(FilterError) -> Bool {
    guard try peek().kind == .sign(sign) else { return false }
    lookahead = nil
    return true
  }

  /// Counts a value to compare with.
  mutating func countLiteral(_ token: FilterToken) throws(FilterError) {
    literalCount += 1
    guard literalCount <= Limits.filterValues else {
      throw error(
        .tooLarge(
          found: "more than \(Limits.filterValues) values",
          expected: "at most \(Limits.filterValues)"), token)
    }
  }

  func error(_ kind: FilterError.Kind, _ token: FilterToken) -> FilterError {
    FilterError(kind, in: text, at: token.start)
  }

  func unexpected(_ token: FilterToken, _ expected: String) -> FilterError {
    error(.unexpected(found: token.found, expected: expected), token)
  }

  // MARK: - Conditions

  private mutating func condition() throws(FilterError) -> FilterExpression {
    var parts = [try all()]
    while try take(.or) { parts.append(try all()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func all() throws(FilterError) -> FilterExpression {
    var parts = [try single()]
    while try take(.and) { parts.append(try single()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func single() throws(FilterError) -> FilterExpression {
    let token = try take()
    if token.keyword == .not {
      try descend(token)
      let part = try single()
      depth -= 1
      return .not(part)
    }
    if token.kind == .sign("(") {
      try descend(token)
      let inner = try condition()
      guard try take(sign: ")") else {
        let found = try peek()
        guard found.kind == .end else { throw unexpected(found, "and, or, or )") }
        throw error(.missingParenthesis(found: "no )"), token)
      }
      depth -= 1
      return inner
    }
    return try test(of: try field(token))
  }

  /// Limits the depth, as parentheses and `not` are read by recursion.
  private mutating func descend(_ token: FilterToken) throws(FilterError) {
    depth += 1
    guard depth <= Limits.filterNesting else {
      throw error(
        .tooLarge(
          found: "more than \(Limits.filterNesting) nested parentheses and nots",
          expected: "at most \(Limits.filterNesting)"), token)
    }
  }
}
