import Racing

/// Prices in the service's text: decimal odds with the stake, or fractions.
///
/// The live service's `sp` is decimal odds: `2.88` is 15/8. In the seed's form the text decides:
/// `7/2`, `7-2` and `evens` are fractions.
public enum PriceText {
  /// Reads a price; nil for any other text.
  public static func odds(_ text: String) -> Odds? {
    let notation: OddsNotation =
      text.contains { $0 == "/" || $0.isLetter }
      ? .fractional : text.contains("-") ? .morningLine : .decimal
    return (try? Odds.parse(text, notation)) ?? nil
  }
}
