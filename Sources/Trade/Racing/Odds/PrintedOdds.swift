import Columns

/// Odds exactly as a text prints them: the winnings on a stake.
///
/// ``Odds`` are rounded to millionths, and a large stake multiplies the rounding error. A return is
/// rounded once, at its end, so a price that was taken stays as printed: 30 at 10/3 wins 100, and
/// 4/6 reaches a step that begins at 4/6, although it is below 1.67.
public struct PrintedOdds: Hashable, Sendable {
  /// The winnings on ``stake``: 10 of `10/3`, 67 of `1.67`.
  public let winnings: Int64
  /// The stake of these winnings: 3 of `10/3`, 100 of `1.67`.
  public let stake: Int64
  /// The digits after the point, without zeros at the end; nil for a fraction.
  public let decimals: Int?

  /// Takes a fraction, or nil unless the odds keep to the bounds of ``Odds``.
  ///
  /// - Parameters:
  ///   - winnings: The winnings on the stake.
  ///   - stake: Above zero.
  public init?(winnings: Int64, stake: Int64) {
    self.init(winnings, stake, decimals: nil)
  }

  /// Takes a stored price, whose six decimals may be rounded; nil unless it is one of ``Odds``.
  ///
  /// - Parameter micros: Decimal odds, stake included, in millionths.
  public init?(micros: Int64) {
    self.init(micros - Decimal6.one, Decimal6.one, decimals: 6)
  }

  /// The decimal odds, stake included.
  public var ratio: Ratio { Ratio(Int128(winnings) + Int128(stake), over: Int128(stake)) }

  /// The decimal odds, rounded half to even after the sixth decimal.
  public var odds: Odds { Odds(micros: Self.micros(winnings, stake))! }

  /// The fraction from which the decimals were rounded; the odds themselves if there is none.
  ///
  /// Looks for a denominator of at most 31 for three decimals, 99 for four and 100 for more:
  /// 4.333333 and 4.333 are 10/3, 1.118 is 2/17. Two such fractions never round to the same digits.
  ///
  /// - Edge cases: fractions, and decimals of one or two digits, stay unchanged. So does a stored
  ///   price of up to four decimals, because no such fraction rounds to zeros after them.
  public var unrounded: PrintedOdds {
    guard let decimals, decimals > 2 else { return self }
    for divisor: Int64 in 1...(decimals == 3 ? 31 : decimals == 4 ? 99 : 100) {
      let won = Rounding.halfEven(winnings, times: divisor, dividedBy: stake)
      let apart = (Int128(won) * Int128(stake) - Int128(winnings) * Int128(divisor)).magnitude
      if apart == 0 { return self }
      // The last digit is worth one part of the stake.
      if 2 * apart <= divisor.magnitude {
        return PrintedOdds(winnings: won, stake: divisor) ?? self
      }
    }
    return self
  }

  // MARK: - Implementation

  private init?(_ winnings: Int64, _ stake: Int64, decimals: Int?) {
    guard winnings > 0, stake > 0, winnings / stake <= Odds.maximumMicros / Decimal6.one,
      Odds(micros: Self.micros(winnings, stake)) != nil
    else { return nil }
    (self.winnings, self.stake, self.decimals) = (winnings, stake, decimals)
  }

  private static func micros(_ winnings: Int64, _ stake: Int64) -> Int64 {
    Decimal6.one + Rounding.halfEven(winnings, times: Decimal6.one, dividedBy: stake)
  }
}

extension PrintedOdds {
  /// Reads decimal odds such as `4.5`, or fractional odds such as `7/2` or `evens`.
  ///
  /// - Accuracy: exact; only the first eighteen digits of a decimal text count.
  /// - Edge cases: the favourite mark of fractional odds is read and dropped. A sign in front is
  ///   refused: American odds have one.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds.
  /// - Throws: ``OddsError``.
  public static func parse(_ text: String) throws(OddsError) -> PrintedOdds {
    guard !text.hasPrefix("+") else { throw .malformed(found: text, notation: .decimal) }
    guard let rounded = Decimal6(text) else { return try FractionalOdds.parse(text).printed }
    guard Odds(micros: rounded.micros) != nil, let odds = decimal(text, rounded) else {
      throw .outOfRange(found: text, notation: .decimal)
    }
    return odds
  }

  // MARK: - Implementation

  private static func decimal(_ text: String, _ rounded: Decimal6) -> PrintedOdds? {
    // Eighteen digits and the point.
    let digits = String(text.drop { $0 == "0" }.prefix(19))
    guard let exact = ExactDecimal(digits.utf8.span, from: 0), exact.end == digits.utf8.count
    else { return PrintedOdds(micros: rounded.micros) }
    var stake = (0..<exact.scale).reduce(Int64(1)) { power, _ in power * 10 }
    var (winnings, decimals) = (exact.value - stake, exact.scale)
    while decimals > 0, winnings % 10 == 0 {
      winnings /= 10
      stake /= 10
      decimals -= 1
    }
    return PrintedOdds(winnings, stake, decimals: decimals)
  }
}

extension PrintedOdds: CustomStringConvertible {
  /// The decimal odds in their shortest form; a fraction without a finite decimal as printed.
  public var description: String {
    let text = ratio.text
    return text.contains("/") ? "\(winnings)/\(stake)" : text
  }
}
