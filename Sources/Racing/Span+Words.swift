extension Span<UInt8> {
  /// Tells whether a text begins with a word, ASCII letters of either case being equal.
  ///
  /// - Parameter word: Lower-case ASCII letters.
  /// - Returns: Whether the text begins with them.
  func starts(withLowercase word: String) -> Bool {
    let expected = word.utf8
    return count >= expected.count
      && zip(indices, expected).allSatisfy { self[$0] | 0x20 == $1 }
  }

  /// The text with ASCII capitals made small, for looking a word up.
  ///
  /// - Parameter start: Where the text begins.
  /// - Returns: The text; bytes that are not ASCII letters as they stand, invalid UTF-8 replaced.
  func lowercased(from start: Int = 0) -> String {
    let bytes = (start..<count).map { index in
      let byte = self[index]
      return byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Tells whether a text has a word at a position, byte by byte.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - start: Where it should begin.
  /// - Returns: Whether it does.
  func has(_ word: String, at start: Int) -> Bool {
    let expected = word.utf8
    return count - start >= expected.count
      && zip(start..<count, expected).allSatisfy { self[$0] == $1 }
  }

  /// Finds the first byte from a position on that is no blank.
  ///
  /// - Parameter start: Where to begin.
  /// - Returns: The byte's index, or the text's end.
  func skippingBlanks(from start: Int) -> Int {
    var index = start
    while index < count, self[index] == UInt8(ascii: " ") { index += 1 }
    return index
  }
}
