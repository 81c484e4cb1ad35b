extension Odds {
  /// Reads odds in a notation, or nil if the text means no price.
  ///
  /// An empty text, a ``MissingValue``, and `SP` and `NR` in letters of either case mean no price;
  /// in hundredths and in decimals to one also `0`.
  ///
  /// - Edge cases: the favourite mark of fractional odds is read and dropped;
  ///   ``FractionalOdds/parse(_:)-(Span<UInt8>)`` keeps it.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text.
  ///   - notation: The notation of the odds.
  ///   - stake: The stake of a payoff, from 1 to 1,000,000,000 units; the other notations ignore
  ///     it.
  /// - Returns: The odds, stake included, or nil if there is no price.
  /// - Throws: ``OddsError``.
  public static func parse(
    _ bytes: Span<UInt8>, _ notation: OddsNotation, stake: Int64 = 1
  ) throws(OddsError) -> Odds? {
    if saysNoPrice(bytes) { return nil }
    switch notation {
    case .decimal: return try decimal(bytes)
    case .fractional: return try fractional(bytes)
    case .american: return try american(bytes)
    case .morningLine: return try morningLine(bytes)
    case .hundredths: return WholeNumber.value(of: bytes) == 0 ? nil : try hundredths(bytes)
    case .toOne: return winningsToOne(bytes) == 0 ? nil : try toOne(bytes)
    case .payoff: return try payoff(bytes, stake: stake)
    }
  }

  /// Reads odds in a notation, or nil if the text means no price.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - notation: The notation of the odds.
  ///   - stake: The stake of a payoff, from 1 to 1,000,000,000 units.
  /// - Returns: The odds, stake included, or nil if there is no price.
  /// - Throws: ``OddsError``.
  public static func parse(
    _ text: String, _ notation: OddsNotation, stake: Int64 = 1
  ) throws(OddsError) -> Odds? {
    try parse(text.utf8.span, notation, stake: stake)
  }

  /// Whether a text means no price in every notation: none, a ``MissingValue``, `SP` or `NR`.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The answer.
  package static func saysNoPrice(_ bytes: Span<UInt8>) -> Bool {
    if MissingValue.isWritten(bytes) { return true }
    guard bytes.count <= 2 else { return false }
    return ["", "sp", "nr"].contains(bytes.lowercased())
  }
}
