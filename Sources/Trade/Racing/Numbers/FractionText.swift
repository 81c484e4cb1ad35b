import Columns

/// A number inside a text that may have a fraction: `8.5`, `5½`, `5 1/2`, `2-3/4`, `1/2` or `½`.
///
struct FractionText {
  let whole: ExactDecimal?
  let numerator: Int64
  let denominator: Int64
  /// The end of the number.
  let end: Int

  /// Reads the longest number from a position.
  ///
  /// - Edge cases: a fraction's denominator is from 2 to 100 and its numerator below it; no
  ///   fraction follows a decimal with a point.
  ///
  /// - Parameters:
  ///   - bytes: The UTF-8 text.
  ///   - start: The index of the number's first byte.
  init?(_ bytes: Span<UInt8>, from start: Int) {
    if let fraction = Fraction(bytes, from: start) {
      self.init(whole: nil, fraction, end: fraction.end)
      return
    }
    guard let whole = ExactDecimal(bytes, from: start) else { return nil }
    let behind = FractionText.behindWhole(bytes, whole)
    self.init(whole: whole, behind, end: behind?.end ?? whole.end)
  }

  /// Computes the number in a finer unit and rounds once, half to even.
  ///
  /// - Parameter factor: From 1 to 10¹².
  /// - Returns: The rounded product, or nil beyond the range of `Int64`.
  func scaled(by factor: Int64) -> Int64? {
    let fraction = Rounding.halfEven(numerator, times: factor, dividedBy: denominator)
    // Beside a fraction the whole part is whole, so nothing is rounded twice.
    guard let product = whole.map({ $0.scaled(by: factor) }) ?? 0 else { return nil }
    let (sum, overflow) = product.addingReportingOverflow(fraction)
    return overflow ? nil : sum
  }

  // MARK: - Implementation

  private init(whole: ExactDecimal?, _ fraction: Fraction?, end: Int) {
    self.whole = whole
    numerator = fraction?.numerator ?? 0
    denominator = fraction?.denominator ?? 1
    self.end = end
  }

  /// The fraction after a whole number: directly, or after blanks or one hyphen.
  private static func behindWhole(_ bytes: Span<UInt8>, _ whole: ExactDecimal) -> Fraction? {
    guard whole.scale == 0 else { return nil }
    if let sign = Fraction(sign: bytes, from: whole.end) { return sign }
    var index = bytes.skippingBlanks(from: whole.end)
    if index == whole.end {
      guard index < bytes.count, bytes[index] == UInt8(ascii: "-") else { return nil }
      index += 1
    }
    return Fraction(bytes, from: index)
  }
}

/// A proper fraction such as `1/2` or `½`.
private struct Fraction {
  let numerator: Int64
  let denominator: Int64
  let end: Int

  init?(_ bytes: Span<UInt8>, from start: Int) {
    if let sign = Fraction(sign: bytes, from: start) {
      self = sign
      return
    }
    guard let top = WholeNumber(bytes, from: start), top.end < bytes.count,
      bytes[top.end] == UInt8(ascii: "/"),
      let bottom = WholeNumber(bytes, from: top.end + 1), (2...100).contains(bottom.value),
      (1..<bottom.value).contains(top.value)
    else { return nil }
    (numerator, denominator, end) = (top.value, bottom.value, bottom.end)
  }

  /// Reads one of Unicode's signs.
  init?(sign bytes: Span<UInt8>, from start: Int) {
    // No sign is ASCII, so most texts need no look-up.
    guard start < bytes.count, bytes[start] >= 0x80 else { return nil }
    for (sign, numerator, denominator) in Self.signs where bytes.has(sign, at: start) {
      (self.numerator, self.denominator) = (numerator, denominator)
      end = start + sign.utf8.count
      return
    }
    return nil
  }

  private static let signs: [(String, Int64, Int64)] = [
    ("½", 1, 2), ("¼", 1, 4), ("¾", 3, 4), ("⅓", 1, 3), ("⅔", 2, 3), ("⅛", 1, 8), ("⅜", 3, 8),
    ("⅝", 5, 8), ("⅞", 7, 8),
  ]
}
