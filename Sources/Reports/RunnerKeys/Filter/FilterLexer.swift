/// A word, a quoted text or a sign of a filter, with its position.
package struct FilterToken: Equatable {
  package enum Kind: Equatable {
    /// A name, a keyword, a number, or a value without quotes.
    case word(String)
    /// A quoted text, without its quotes.
    case quoted(String)
    /// A comparison, a parenthesis or a comma.
    case sign(String)
    case end
  }

  let kind: Kind
  /// Unicode scalars before the token.
  let start: Int
  /// The token as written.
  let source: String

  /// The keyword that the word is, ignoring case.
  var keyword: FilterKeyword? {
    guard case .word(let word) = kind else { return nil }
    return FilterKeyword(rawValue: word.lowercased())
  }

  /// The token found, in the words of messages.
  var found: String {
    switch kind {
    case .end: "the end"
    case .quoted: "the text \(source)"
    case .word, .sign: source
    }
  }
}

/// Words that need quotes to be values.
package enum FilterKeyword: String, CaseIterable {
  case and, or, not, `in`, between, like, `is`, null, `true`, `false`
}

/// Splits a filter into tokens, one at a time.
struct FilterLexer {
  private let scalars: [Unicode.Scalar]
  private var next = 0
  private let text: String

  init(_ text: String) {
    self.text = text
    // One character above the limit is enough to detect that the text is too long.
    scalars = Array(text.unicodeScalars.prefix(Limits.filterCharacters + 1))
  }

  /// Returns the next token; at the end of the text always `.end`.
  mutating func token() throws(FilterError) -> FilterToken {
    while next < scalars.count, scalars[next].properties.isWhitespace { next += 1 }
    let start = next
    let kind = try kind()
    guard next <= Limits.filterCharacters else {
      throw FilterError(
        .tooLarge(
          found: "more than \(Limits.filterCharacters) characters",
          expected: "at most \(Limits.filterCharacters)"), in: text, at: Limits.filterCharacters)
    }
    return FilterToken(kind: kind, start: start, source: String(scalars[start..<next]))
  }

  /// Returns to a character, so that the next token begins there.
  mutating func back(to place: Int) { next = place }

  // MARK: - Implementation

  private mutating func kind() throws(FilterError) -> FilterToken.Kind {
    guard next < scalars.count else { return .end }
    let first = scalars[next]
    switch first {
    case "\"", "'": return .quoted(try quoted(by: first))
    case "(", ")", ",":
      next += 1
      return .sign(String(first))
    case "=", "<", ">", "!": return .sign(comparison(first))
    default:
      let start = next
      while next < scalars.count, Self.isInWord(scalars[next]) { next += 1 }
      return .word(String(scalars[start..<next]))
    }
  }

  private mutating func comparison(_ first: Unicode.Scalar) -> String {
    next += 1
    if next < scalars.count {
      let both = String(first) + String(scalars[next])
      if ["==", "!=", "<>", "<=", ">="].contains(both) {
        next += 1
        return both
      }
    }
    return String(first)
  }

  /// Reads a text up to its closing quote; a doubled quote means one quote.
  private mutating func quoted(by quote: Unicode.Scalar) throws(FilterError) -> String {
    let start = next
    var content: [Unicode.Scalar] = []
    next += 1
    while next < scalars.count {
      let isQuote = scalars[next] == quote
      next += 1
      if isQuote {
        guard next < scalars.count, scalars[next] == quote else { return String(content) }
        next += 1
      }
      content.append(scalars[next - 1])
    }
    guard next <= Limits.filterCharacters else { return "" }
    throw FilterError(.unterminatedText(quote: String(quote)), in: text, at: start)
  }

  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "(", ")", ",", "\"", "'", "=", "<", ">", "!": false
    default: !scalar.properties.isWhitespace
    }
  }
}

extension String {
  fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
