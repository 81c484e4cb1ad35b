extension Odds {
  /// Reads winnings on one unit in whole hundredths, as US charts state them: `130` is 2.30.
  ///
  /// ```
  /// h  →  1 + h / 100
  /// ```
  ///
  /// - Edge cases: `0` is out of range; ``parse(_:_:stake:)-(Span<UInt8>,_,_)`` reads it as no
  ///   price. Zeros behind a point are accepted, as spreadsheets write `130.0`.
  ///
  /// - Parameter bytes: The UTF-8 text: from one to nine digits.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func hundredths(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    guard let number = WholeNumber.value(of: bytes) else {
      throw .malformed(found: String(copying: bytes), notation: .hundredths)
    }
    guard let odds = Odds(micros: Decimal6.one + number * (Decimal6.one / 100)) else {
      throw .outOfRange(found: String(copying: bytes), notation: .hundredths)
    }
    return odds
  }

  /// Reads winnings on one unit in whole hundredths.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func hundredths(_ text: String) throws(OddsError) -> Odds {
    try hundredths(text.utf8.span)
  }
}
