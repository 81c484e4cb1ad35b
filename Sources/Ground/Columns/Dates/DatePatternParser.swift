/// Splits a date pattern into tokens, once for every choice of optional parts.
struct DatePatternParser {
  private let pattern: [UInt8]
  private var index = 0
  private var groupCount = 0

  init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

  /// Returns every token sequence that the pattern allows, the complete one first; nil for an
  /// invalid pattern.
  mutating func alternatives() -> [[DateToken]]? {
    guard let sequences = sequences(inGroup: false), index == pattern.count else { return nil }
    return sequences
  }

  // MARK: - Implementation

  /// Parses up to the end of a group, or of the pattern.
  private mutating func sequences(inGroup: Bool) -> [[DateToken]]? {
    var sequences: [[DateToken]] = [[]]
    while index < pattern.count {
      let byte = pattern[index]
      switch byte {
      case UInt8(ascii: "]"):
        guard inGroup else { return nil }
        index += 1
        return sequences
      case UInt8(ascii: "["):
        index += 1
        groupCount += 1
        // Each group at most doubles the number of sequences.
        guard groupCount <= 6, let inner = self.sequences(inGroup: true) else { return nil }
        sequences = sequences.flatMap { start in inner.map { start + $0 } + [start] }
      default:
        guard let tokens = plainTokens() else { return nil }
        sequences = sequences.map { $0 + tokens }
      }
    }
    return inGroup ? nil : sequences
  }

  /// Parses one run of a letter, one run of spaces, a quoted text, or one literal byte.
  private mutating func plainTokens() -> [DateToken]? {
    let byte = pattern[index]
    if byte == quote { return quoted() }
    if byte == UInt8(ascii: " ") {
      _ = run(of: byte)
      return [.blanks]
    }
    if DateToken.isLetter(byte) {
      return DateToken(letter: byte, count: run(of: byte)).map { [$0] }
    }
    index += 1
    return [.literal(byte)]
  }

  private var quote: UInt8 { UInt8(ascii: "'") }

  /// Parses a quoted text; two quotes in it, or alone, are one quote.
  private mutating func quoted() -> [DateToken]? {
    let start = index
    var tokens: [DateToken] = []
    while index < pattern.count, pattern[index] == quote {
      guard let end = pattern[(index + 1)...].firstIndex(of: quote) else { return nil }
      if index > start || end == index + 1 { tokens.append(.literal(quote)) }
      tokens += pattern[(index + 1)..<end].map { .literal($0) }
      index = end + 1
    }
    return tokens
  }

  private mutating func run(of byte: UInt8) -> Int {
    let start = index
    while index < pattern.count, pattern[index] == byte { index += 1 }
    return index - start
  }
}
