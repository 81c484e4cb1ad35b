extension Odds {
  /// Reads a morning line of the United States such as `9-5`, `9/5` or `EVEN`.
  ///
  /// The odds are `1 + winnings / stake`, rounded half to even after the sixth decimal.
  ///
  /// - Edge cases: a stake of zero is malformed; each side has from one to nine digits.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func morningLine(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    let price = OddsFraction(bytes, separators: "-/") ?? OddsFraction(evens: bytes)
    guard let price, price.end == bytes.count else {
      throw .malformed(found: String(copying: bytes), notation: .morningLine)
    }
    guard let odds = Odds(micros: price.micros) else {
      throw .outOfRange(found: String(copying: bytes), notation: .morningLine)
    }
    return odds
  }

  /// Reads a morning line such as `9-5`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func morningLine(_ text: String) throws(OddsError) -> Odds {
    try morningLine(text.utf8.span)
  }
}
