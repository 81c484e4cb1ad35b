extension Finish {
  /// Reads a position such as `1`, `2nd`, `5 DH`, `=3`, `1.` or `3(降)`, or a word such as `PU`.
  ///
  /// ``FinishWords`` lists the words and marks, in letters of either case: dead heats such as
  /// `=`, `DH` or `平頭馬`, ordinals, and marks of demoted runners, whose position is the one they
  /// were placed in. A position beside a word for disqualified, such as `1 (DQ)`, is none.
  ///
  /// - Edge cases: some sources print `0` for tenth or worse. Such a runner started and was not
  ///   placed, but a finisher must have a position; so it reads as one that did not finish, which
  ///   counts it as a starter and pays nothing. Any number above zero is a position: a source that
  ///   gives numbers to non-finishers, such as 40, needs words in its mapping.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text.
  ///   - language: The language whose meaning of a word comes first; nil for the general one.
  /// - Returns: The finish; nil for an unknown text, and for one without a value, such as `NA`.
  public static func parse(_ bytes: Span<UInt8>, language: String? = nil) -> Finish? {
    // Most texts are a number and nothing else.
    if let value = WholeNumber.value(of: bytes) {
      guard let position = Int16(exactly: value), position <= maximumPosition else { return nil }
      return position == 0
        ? Finish(.didNotFinish) : Finish(position: position, isDeadHeat: false)
    }
    guard bytes.count <= longestWord else { return nil }
    let text = FinishWords.folded(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
    if let start = text.firstIndex(where: isDigit), let finish = placed(text, from: start) {
      return finish
    }
    return FinishWords.standard.outcome(text, language: language).map { Finish($0) }
  }

  /// Reads a position or a word.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - language: The language whose meaning of a word comes first; nil for the general one.
  /// - Returns: The finish; nil for an unknown text, and for one without a value.
  public static func parse(_ text: String, language: String? = nil) -> Finish? {
    parse(text.utf8.span, language: language)
  }

  /// Whether a text may have a position: it has a digit, or a wide one.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The answer, without reading the text as a whole.
  public static func mayHavePosition(_ bytes: Span<UInt8>) -> Bool {
    bytes.indices.contains { bytes[$0] &- UInt8(ascii: "0") <= 9 || bytes[$0] == 0xEF }
  }

  // MARK: - Implementation

  /// The bytes of the longest word.
  private static let longestWord = 64

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isWholeNumber
  }

  /// Reads a position that has a mark on one side; `start` is its first digit.
  private static func placed(_ text: String, from start: String.Index) -> Finish? {
    let digits = text[start...].prefix(while: isDigit)
    guard let position = Int16(digits), (1...maximumPosition).contains(position) else { return nil }
    let words = FinishWords.standard
    var rest = text[digits.endIndex...]
    if rest.hasPrefix(".0") { rest = rest.dropFirst().drop { $0 == "0" } }
    guard let before = words.mark(text[..<start]) else { return nil }
    guard let after = words.mark(rest) else {
      let isDisqualified =
        rest.count > 1 && words.outcome(String(rest), language: nil) == .disqualified
      return isDisqualified && start == text.startIndex ? Finish(.disqualified) : nil
    }
    guard before == .placed || after == .placed else { return nil }
    return Finish(
      position: position, isDeadHeat: before == .deadHeat || after == .deadHeat)
  }
}
