extension Odds {
  /// Reads decimal winnings on one unit, as charts of the United States print them: `0.90` is 1.90.
  ///
  /// ```
  /// w  →  1 + w
  /// ```
  ///
  /// - Edge cases: a favourite's `*` in front or behind is dropped; `0` is out of range, and
  ///   ``parse(_:_:stake:)-(Span<UInt8>,_,_)`` reads it as no price.
  /// - Accuracy: rounded half to even after the sixth decimal.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func toOne(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    guard let winnings = winningsToOne(bytes) else {
      throw .malformed(found: String(copying: bytes), notation: .toOne)
    }
    guard winnings <= maximumMicros, let odds = Odds(micros: Decimal6.one + winnings) else {
      throw .outOfRange(found: String(copying: bytes), notation: .toOne)
    }
    return odds
  }

  /// Reads decimal winnings on one unit.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func toOne(_ text: String) throws(OddsError) -> Odds { try toOne(text.utf8.span) }

  /// Returns the winnings that a text states, in millionths; nil if it is no number of at least 0.
  static func winningsToOne(_ bytes: Span<UInt8>) -> Int64? {
    var digits = bytes
    let mark = UInt8(ascii: "*")
    if digits.count > 1, digits[0] == mark { digits = digits.extracting(1..<digits.count) }
    if digits.count > 1, digits[digits.count - 1] == mark {
      digits = digits.extracting(0..<(digits.count - 1))
    }
    guard !digits.isEmpty, digits[0] != UInt8(ascii: "+"), digits[0] != UInt8(ascii: "-") else {
      return nil
    }
    return Decimal6.parseMicros(digits)
  }
}
