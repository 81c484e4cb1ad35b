import Columns
import Racing

/// Figures of a boost; nil is undefined.
extension BoostRow {
  /// The gain over the original odds.
  ///
  /// Formula: boosted / original − 1, in 10⁻⁶.
  public var upliftMicros: Int64? {
    guard let originalMicros, let boostedMicros else { return nil }
    return Ratio(Int128(boostedMicros) - Int128(originalMicros), over: Int128(originalMicros))
      .rounded(toDecimals: 6)
  }

  /// The implied probability of the original odds.
  ///
  /// Formula: 1 / original, in 10⁻⁶.
  public var impliedBeforeMicros: Int64? { Self.implied(originalMicros) }

  /// The implied probability of the boosted odds.
  ///
  /// Formula: 1 / boosted, in 10⁻⁶.
  public var impliedAfterMicros: Int64? { Self.implied(boostedMicros) }

  /// The odds at which a bet would break even.
  ///
  /// Formula: 1 / fair probability, in 10⁻⁶.
  public var fairPriceMicros: Int64? {
    fairNanos.flatMap {
      Ratio(Int128(Probability.one), over: Int128($0)).rounded(toDecimals: 6)
    }
  }

  /// The expected profit of one unit at the boosted odds.
  ///
  /// Formula: boosted · fair probability − 1, in 10⁻⁶.
  public var expectedValueMicros: Int64? {
    guard let fairNanos, let boostedMicros else { return nil }
    let one = Int128(Probability.one)
    return Ratio(
      Int128(boostedMicros) * Int128(fairNanos) - one * Int128(Decimal6.one),
      over: one * Int128(Decimal6.one)
    ).rounded(toDecimals: 6)
  }

  /// The hours during which it was offered at these odds, 10⁻⁴; 0 if it was not published.
  public var hoursOpen: Int64? {
    guard isPublished else { return 0 }
    return openTo.flatMap {
      Ratio(Int128(max(0, $0 - openFrom)), over: 3_600_000_000).rounded(toDecimals: 4)
    }
  }

  // MARK: - Implementation

  private static func implied(_ odds: Int64?) -> Int64? {
    odds.flatMap { Ratio(Int128(Decimal6.one), over: Int128($0)).rounded(toDecimals: 6) }
  }
}
