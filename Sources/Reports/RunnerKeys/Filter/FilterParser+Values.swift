import Columns

/// Values of fields, numbers, signs and functions.
extension FilterParser {
  /// Reads the value that a test begins with, or a number to compare with.
  ///
  /// The subject is the number to compare with, as messages name it; at the beginning of a test it
  /// is nil, and the value may have any kind.
  mutating func computed(for subject: FilterField?) throws(FilterError) -> FilterValue {
    try joined(0, subject)
  }

  /// Reads a value to compare with one of the same kind: a field, a literal, or a computed value.
  mutating func operand(for subject: FilterField) throws(FilterError) -> FilterValue {
    if subject.kind == .number { return try computed(for: subject) }
    let token = try peek()
    if let value = try function(token, subject) { return value }
    if let field = named(token), field.kind == subject.kind {
      _ = try take()
      return .field(field)
    }
    return .literal(try literal(for: subject))
  }

  // MARK: - Implementation

  /// Reads values joined by the signs of a level and of closer levels.
  private mutating func joined(
    _ level: Int, _ subject: FilterField?
  ) throws(FilterError) -> FilterValue {
    guard level < FilterSign.levels.count else { return try factor(subject) }
    let start = try peek()
    var value = try joined(level + 1, subject)
    while let sign = try sign(FilterSign.levels[level]) {
      let own = subject ?? FilterField(name: String(sign.rawValue), kind: .number)
      guard value.kind == .number else {
        throw error(.wrongType(found: start.found, expected: own.expected), start)
      }
      try expectExact(value, start)
      let next = try peek()
      let other = try joined(level + 1, own)
      try expectExact(other, next)
      value = .joined(value, sign, other)
      // Numbers alone are rather a day, or another slip.
      guard !value.fieldNames.isEmpty else {
        throw error(.wrongType(found: start.found, expected: own.expected), start)
      }
    }
    return value
  }

  /// Takes one of some signs; it may be the beginning of a word, as in `sp /bsp`.
  private mutating func sign(_ signs: [FilterSign]) throws(FilterError) -> FilterSign? {
    let token = try peek()
    guard let sign = token.sign, signs.contains(sign) else { return nil }
    try countOperation(token)
    split(token, 1)
    _ = try take()
    return sign
  }

  private mutating func factor(_ subject: FilterField?) throws(FilterError) -> FilterValue {
    let token = try peek()
    if token.kind == .sign("(") {
      return try parenthesised("+, -, *, / or )") { parser throws(FilterError) in
        try parser.computed(for: subject)
      }
    }
    if let value = try function(token, subject) { return value }
    if let field = named(token) {
      guard subject == nil || field.kind == .number else {
        throw error(
          .wrongType(found: "the field \(field.name)", expected: subject!.expected), token)
      }
      _ = try take()
      return .field(field)
    }
    if case .word(let word) = token.kind, FilterNumber(word) == nil {
      if token.sign == .minus { return try negative(token, subject) }
      let head = word.prefix { FilterSign(rawValue: $0) == nil }
      if head != word, fields.named(String(head)) != nil || FilterNumber(String(head)) != nil {
        split(token, head.unicodeScalars.count)
        return try factor(subject)
      }
    }
    if let subject { return .literal(try literal(for: subject)) }
    guard case .word(let word) = token.kind, token.keyword == nil else {
      throw unexpected(token, Self.fieldExpected)
    }
    guard let number = FilterNumber(word) else { throw unknownField(word, token) }
    try countLiteral(try take())
    return .literal(.number(number))
  }

  /// Reads a minus and its factor; that of a number is the number's own sign.
  private mutating func negative(
    _ token: FilterToken, _ subject: FilterField?
  ) throws(FilterError) -> FilterValue {
    try countOperation(token)
    try descend(token)
    split(token, 1)
    _ = try take()
    let value = try factor(subject ?? FilterField(name: "-", kind: .number))
    depth -= 1
    guard case .literal(.number(let number)) = value else { return .negative(value) }
    return .literal(.number(number.negated))
  }

  /// Reads a function and its arguments; nil if the token is no function's name before a
  /// parenthesis.
  private mutating func function(
    _ token: FilterToken, _ subject: FilterField?
  ) throws(FilterError) -> FilterValue? {
    guard case .word(let word) = token.kind,
      let function = FilterFunction(rawValue: word.lowercased())
    else { return nil }
    var ahead = self
    _ = try ahead.take()
    guard try ahead.peek().kind == .sign("(") else { return nil }
    self = ahead
    try countOperation(token)
    return try parenthesised("+, -, *, /, a comma or )") { parser throws(FilterError) in
      let start = try parser.peek()
      guard function == .coalesce else {
        let own = FilterField(name: function.rawValue, kind: .number)
        let value = try parser.computed(for: subject ?? own)
        try parser.expectExact(value, start)
        return .absolute(value)
      }
      var values = [
        try subject == nil ? parser.computed(for: nil) : parser.operand(for: subject!)
      ]
      try parser.expectExact(values[0], start)
      let own = subject ?? FilterField(name: function.rawValue, kind: values[0].kind)
      while try parser.take(sign: ",") {
        let next = try parser.peek()
        values.append(try parser.operand(for: own))
        try parser.expectExact(values[values.count - 1], next)
      }
      return .first(values)
    }
  }

  /// Returns the field that a token names.
  private func named(_ token: FilterToken) -> FilterField? {
    guard case .word(let word) = token.kind, token.keyword == nil else { return nil }
    return fields.named(word)
  }

  /// Checks that a number beside a sign is one that values can hold.
  private func expectExact(_ value: FilterValue, _ token: FilterToken) throws(FilterError) {
    guard case .literal(.number(let number)) = value, number.micros == nil else { return }
    throw error(
      .badLiteral(
        found: number.text,
        expected: "a number below 9,223,372,036,854 with at most six decimals beside a sign"),
      token)
  }
}

extension FilterToken {
  /// The sign of arithmetic that its word begins with.
  fileprivate var sign: FilterSign? {
    guard case .word(let word) = kind else { return nil }
    return word.first.flatMap { FilterSign(rawValue: $0) }
  }

  /// Whether it may follow a value, and so begins neither a condition nor its end.
  var followsValue: Bool {
    switch kind {
    case .sign(let sign): FilterComparison(sign: sign) != nil
    case .word: sign != nil || [.is, .not, .in, .between, .like].contains(keyword)
    case .quoted, .end: false
    }
  }
}

extension FilterNumber {
  /// The number in millionths; nil if that is not exact, or too large for values.
  package var micros: Int64? {
    guard isExact, let micros = Int64(exactly: floorMicros), micros != .missing else { return nil }
    return micros
  }

  /// The number with the other sign.
  fileprivate var negated: FilterNumber {
    FilterNumber(text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text)!
  }
}
