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
}
