import Columns

/// An unsigned decimal number inside a text, kept exactly as `value / 10^scale`.
///
/// ``Decimal6`` rounds to millionths at once; a number that is still to be converted into another
/// unit must be rounded only after that.
struct ExactDecimal {
  /// All digits as one number, below 10¹⁸.
  let value: Int64
  /// The number of digits after the point, at most 18.
  let scale: Int
  /// The end of the number.
  let end: Int

  /// Reads digits with at most one point, which needs a digit on one side.
  ///
  /// - Edge cases: a value of more than eighteen digits, or more decimals than that, is refused.
  init?(_ bytes: Span<UInt8>, from start: Int) {
    var value: Int64 = 0
    var index = start
    var pointIndex: Int?
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit <= 9 {
        guard value < 100_000_000_000_000_000 else { return nil }
        value = value * 10 + Int64(digit)
      } else {
        guard bytes[index] == UInt8(ascii: "."), pointIndex == nil else { break }
        pointIndex = index
      }
      index += 1
    }
    let scale = pointIndex.map { index - $0 - 1 } ?? 0
    let hasDigit = index - start > (pointIndex == nil ? 0 : 1)
    guard hasDigit, scale <= 18 else { return nil }
    (self.value, self.scale, end) = (value, scale, index)
  }

  /// Computes `number * factor / divisor` and rounds once, half to even.
  ///
  /// - Parameters:
  ///   - factor: From 1 to 10¹⁵.
  ///   - divisor: From 1 to 10¹⁵.
  /// - Returns: The rounded result, or nil beyond the range of `Int64`.
  func scaled(by factor: Int64, dividedBy divisor: Int64 = 1) -> Int64? {
    // Neither side exceeds 10³³, so both fit 128 bits.
    let denominator = (0..<scale).reduce(Int128(divisor)) { power, _ in power * 10 }
    return Int64(
      exactly: Rounding.halfEven(Int128(value) * Int128(factor), dividedBy: denominator))
  }
}
