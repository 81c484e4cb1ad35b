extension Odds {
  /// Reads an amount paid for a stake, the stake included: `64.50` for HK$10, `7.40` for US$2.
  ///
  /// ```
  /// odds = amount / stake
  /// ```
  ///
  /// - Edge cases: commas are accepted between groups of three digits, as in `1,234.50`.
  /// - Accuracy: rounded once, half to even after the sixth decimal.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text of the amount.
  ///   - stake: The stake that the amount is paid for, from 1 to 1,000,000,000 units.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func payoff(_ bytes: Span<UInt8>, stake: Int64) throws(OddsError) -> Odds {
    precondition((1...1_000_000_000).contains(stake), "a payoff is paid for a stake")
    let plain = digits(grouped: bytes)
    guard let plain, let amount = ExactDecimal(plain.span, from: 0), amount.end == plain.count
    else { throw .malformed(found: String(copying: bytes), notation: .payoff) }
    guard let micros = amount.scaled(by: Decimal6.one, dividedBy: stake),
      let odds = Odds(micros: micros)
    else { throw .outOfRange(found: String(copying: bytes), notation: .payoff) }
    return odds
  }

  /// Reads an amount paid for a stake, the stake included.
  ///
  /// - Parameters:
  ///   - text: The text of the amount.
  ///   - stake: The stake that the amount is paid for, from 1 to 1,000,000,000 units.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func payoff(_ text: String, stake: Int64) throws(OddsError) -> Odds {
    try payoff(text.utf8.span, stake: stake)
  }

  // MARK: - Implementation

  /// The text without the commas of its thousands; nil if it has a comma anywhere else.
  private static func digits(grouped bytes: Span<UInt8>) -> [UInt8]? {
    let text = bytes.indices.map { bytes[$0] }
    let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.count
    let groups = text[..<point].split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    if groups.count > 1 {
      guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 })
      else { return nil }
    }
    return Array(groups.joined()) + text[point...]
  }
}
