/// Reads a filter by recursive descent, checking names and types as it goes.
///
///     condition := all ("or" all)*      all := single ("and" single)*
///     single := "not" single | "(" condition ")" | test
///     test := value, then a comparison with a value, or a test of sets or of absence
///     value := product (("+" | "-") product)*      product := factor (("*" | "/") factor)*
///     factor := "-" factor | "abs" "(" value ")" | "coalesce" "(" values ")" | "(" value ")"
///         | field | literal
package struct FilterParser {
  private let text: String
  /// The fields that conditions may use.
  let fields: FilterFields
  private var lexer: FilterLexer
  private var lookahead: FilterToken?
  /// The open parentheses and `not` before the next token.
  var depth = 0
  private var literalCount = 0
  private var operationCount = 0
  /// The places of the parentheses that begin a value; nil before the first parenthesis.
  private var valueStarts: Set<Int>?

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

  /// Reads the whole text as a number computed from fields.
  mutating func value() throws(FilterError) -> FilterValue {
    let start = try peek()
    let value = try computed(for: nil)
    guard value.kind == .number, !value.fieldNames.isEmpty else {
      throw error(.wrongType(found: start.found, expected: "a field that is a number"), start)
    }
    let token = try peek()
    guard token.kind == .end else { throw unexpected(token, "+, -, *, / or the end") }
    return value
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

  /// Counts a sign or a function.
  mutating func countOperation(_ token: FilterToken) throws(FilterError) {
    operationCount += 1
    guard operationCount <= Limits.filterOperations else {
      throw error(
        .tooLarge(
          found: "more than \(Limits.filterOperations) signs and functions",
          expected: "at most \(Limits.filterOperations)"), token)
    }
  }

  /// Makes the first characters of the next token's word a token of their own.
  mutating func split(_ token: FilterToken, _ length: Int) {
    let source = String(token.source.unicodeScalars.prefix(length))
    lexer.back(to: token.start + length)
    lookahead = FilterToken(kind: .word(source), start: token.start, source: source)
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
    let token = try peek()
    if try take(.not) {
      try descend(token)
      let part = try single()
      depth -= 1
      return .not(part)
    }
    guard token.kind == .sign("("), !beginsValue(token) else { return try test() }
    return try parenthesised("and, or, or )") { parser throws(FilterError) in
      try parser.condition()
    }
  }

  /// Whether a parenthesis begins a value such as `(sp + 1) * 2`, by the token after its end.
  private mutating func beginsValue(_ token: FilterToken) -> Bool {
    if let valueStarts { return valueStarts.contains(token.start) }
    var found: Set<Int> = []
    var ahead = self
    var open: [Int] = []
    var ended: Int?
    // A mistake ahead is found again when its place is read.
    while let next = try? ahead.take(), next.kind != .end {
      if let ended, next.followsValue { found.insert(ended) }
      if next.kind == .sign("(") { open.append(next.start) }
      ended = next.kind == .sign(")") ? open.popLast() : nil
    }
    valueStarts = found
    return found.contains(token.start)
  }

  /// Reads the next parenthesis, which is open, its content and its end.
  mutating func parenthesised<Content>(
    _ expected: String,
    _ content: (inout FilterParser) throws(FilterError) -> Content
  ) throws(FilterError) -> Content {
    let open = try take()
    try descend(open)
    let inner = try content(&self)
    guard try take(sign: ")") else {
      let found = try peek()
      guard found.kind == .end else { throw unexpected(found, expected) }
      throw error(.missingParenthesis(found: "no )"), open)
    }
    depth -= 1
    return inner
  }

  /// Limits the depth, as parentheses and `not` are read by recursion.
  mutating func descend(_ token: FilterToken) throws(FilterError) {
    depth += 1
    guard depth <= Limits.filterNesting else {
      throw error(
        .tooLarge(
          found: "more than \(Limits.filterNesting) nested parentheses and nots",
          expected: "at most \(Limits.filterNesting)"), token)
    }
  }
}
