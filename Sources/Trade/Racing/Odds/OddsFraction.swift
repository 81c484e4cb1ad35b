import Columns

/// Odds at the start of a text as winnings to stake, and their end.
struct OddsFraction {
  /// The winnings on ``stake``; 0 if nothing is won.
  let winnings: Int64
  /// The stake, above zero.
  let stake: Int64
  let end: Int

  /// The decimal odds in millionths, stake included.
  var micros: Int64 {
    // Nine digits by 10^6 stay inside 64 bits.
    Decimal6.one + Rounding.halfEven(winnings * Decimal6.one, dividedBy: stake)
  }

  /// Reads `7/4`; each side has from one to nine digits, and the stake is above zero.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text.
  ///   - separators: The ASCII characters that may separate winnings and stake.
  init?(_ bytes: Span<UInt8>, separators: String) {
    guard let winnings = WholeNumber(bytes, from: 0), winnings.end < bytes.count,
      separators.utf8.contains(bytes[winnings.end]),
      let stake = WholeNumber(bytes, from: winnings.end + 1), stake.value > 0
    else { return nil }
    (self.winnings, self.stake, end) = (winnings.value, stake.value, stake.end)
  }

  /// Reads a word for evens, in letters of either case: `Evens`, `EVEN`, `Evs` or `Ev`.
  ///
  /// - Parameter bytes: The UTF-8 text.
  init?(evens bytes: Span<UInt8>) {
    let words = ["evens", "even", "evs", "ev"]
    guard let word = words.first(where: { bytes.starts(withLowercase: $0) }) else { return nil }
    (winnings, stake, end) = (1, 1, word.utf8.count)
  }
}
