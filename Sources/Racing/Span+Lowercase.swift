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
}
