import Columns

extension Odds {
  /// Converts American odds: winnings on 100 if positive, the stake that wins 100 if negative.
  ///
  /// ```
  /// +a  →  1 + a / 100        -a  →  1 + 100 / a
  /// ```
  ///
  /// - Accuracy: rounded half to even after the sixth decimal; -110 gives 1.909091.
  ///
  /// - Parameter moneyline: At least 100, or at most -100.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func american(_ moneyline: Int) throws(OddsError) -> Odds {
    guard moneyline.magnitude >= 100 else {
      throw .malformed(found: String(moneyline), notation: .american)
    }
    // Beyond the maximum odds in either direction nothing needs to be computed exactly.
    let limit = Int(Odds.maximumMicros)
    let bounded = Int64(min(max(moneyline, -limit), limit))
    let winnings =
      bounded > 0
      ? bounded * (Decimal6.one / 100)
      : Rounding.halfEven(100 * Decimal6.one, dividedBy: -bounded)
    guard let odds = Odds(micros: Decimal6.one + winnings) else {
      throw .outOfRange(found: String(moneyline), notation: .american)
    }
    return odds
  }

  /// Reads American odds such as `+170`, `170`, `-110` or `EVEN`.
  ///
  /// - Parameter bytes: The UTF-8 text: an optional sign and from one to nine digits, or a word
  ///   for evens.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func american(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    if let evens = OddsFraction(evens: bytes), evens.end == bytes.count {
      return try american(100)
    }
    let isSigned =
      bytes.count > 0 && (bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+"))
    guard let number = WholeNumber(bytes, from: isSigned ? 1 : 0), number.end == bytes.count else {
      throw .malformed(found: String(copying: bytes), notation: .american)
    }
    return try american(
      Int(isSigned && bytes[0] == UInt8(ascii: "-") ? -number.value : number.value))
  }

  /// Reads American odds such as `+170`, `170`, `-110` or `EVEN`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func american(_ text: String) throws(OddsError) -> Odds {
    try american(text.utf8.span)
  }
}
