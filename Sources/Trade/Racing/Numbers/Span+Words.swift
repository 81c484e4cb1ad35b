extension Span<UInt8> {
  /// Checks whether a text begins with a word, ASCII letters of either case being equal.
  ///
  /// - Parameter word: The word, its ASCII letters in lower case.
  /// - Returns: Whether the text begins with it.
  func starts(withLowercase word: String) -> Bool {
    let expected = word.utf8
    return count >= expected.count
      && zip(indices, expected).allSatisfy { self[$0].lowercased == $1 }
  }

  /// Returns the text with ASCII capitals lowercased, for looking a word up.
  ///
  /// - Parameter start: The start of the text.
  /// - Returns: The text; other bytes unchanged, invalid UTF-8 replaced.
  func lowercased(from start: Int = 0) -> String {
    String(decoding: (start..<count).map { self[$0].lowercased }, as: UTF8.self)
  }

  /// Checks whether a text has a word at a position, byte by byte.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - start: The expected start of the word.
  /// - Returns: Whether it does.
  func has(_ word: String, at start: Int) -> Bool {
    let expected = word.utf8
    return count - start >= expected.count
      && zip(start..<count, expected).allSatisfy { self[$0] == $1 }
  }

  /// Finds the first byte from a position on that is no blank.
  ///
  /// - Parameter start: The first position.
  /// - Returns: The byte's index, or the text's end.
  func skippingBlanks(from start: Int) -> Int {
    var index = start
    while index < count, self[index] == UInt8(ascii: " ") { index += 1 }
    return index
  }
}

extension UInt8 {
  /// The byte, lowercased if it is an ASCII capital.
  var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { lowercased &- UInt8(ascii: "a") < 26 }
}
