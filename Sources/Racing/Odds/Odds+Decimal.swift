extension Odds {
  /// Reads decimal odds such as `3.25` or `10`, rounded half to even after the sixth decimal.
  ///
  /// Thousands separators, spaces and exponents are refused.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The odds.
  /// - Throws: ``OddsError``.
  @inlinable
  public static func decimal(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    guard let micros = Decimal6.parseMicros(bytes) else {
      throw .malformed(found: String(copying: bytes), notation: .decimal)
    }
    guard let odds = Odds(micros: micros) else {
      throw .outOfRange(found: String(copying: bytes), notation: .decimal)
    }
    return odds
  }

  /// Reads decimal odds such as `3.25` or `10`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds.
  /// - Throws: ``OddsError``.
  public static func decimal(_ text: String) throws(OddsError) -> Odds {
    try decimal(text.utf8.span)
  }
}

extension String {
  /// Copies bytes that are to be shown in an error; invalid UTF-8 is replaced.
  ///
  /// - Parameter bytes: The UTF-8 text.
  @usableFromInline
  init(copying bytes: Span<UInt8>) {
    self.init(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
