// The general reader is the specification; the word reader must agree with it on every text it
// accepts. If you change one, also change the other and the reference in the tests.

extension Decimal6 {
  /// Reads a decimal text into millionths, rounding half to even after the sixth decimal.
  ///
  /// The text is an optional sign, digits, and an optional point with digits after it; the digits
  /// on one side of the point may be missing (`.5`, `5.`), not on both. No spaces, separators or
  /// exponents. Rounding sees every digit, however many there are.
  ///
  /// - Edge cases: `-0` is 0; a value beyond the range of `Int64` millionths is refused.
  /// - Cost: texts of up to eight bytes without a sign are read as one machine word.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The value in millionths, or nil when the text is not such a number or too large.
  @inlinable
  public static func parseMicros(_ bytes: Span<UInt8>) -> Int64? {
    let count = bytes.count
    if count &- 1 < 8 && count > 0 {
      let micros = wordMicros(word(of: bytes), count: count)
      if micros >= 0 { return micros }
    }
    return generalMicros(bytes)
  }

  // MARK: - Implementation

  /// Reads a text of any length, digit by digit.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The value in millionths, or nil.
  @usableFromInline
  static func generalMicros(_ bytes: Span<UInt8>) -> Int64? {
    var index = 0
    let isNegative = bytes.count > 0 && bytes[0] == UInt8(ascii: "-")
    if isNegative || (bytes.count > 0 && bytes[0] == UInt8(ascii: "+")) { index = 1 }
    var magnitude: UInt64 = 0
    var digitCount = 0
    var decimalCount = 0
    var dropped = DroppedDigits()
    var hasPoint = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      digitCount += 1
      if decimalCount == 6 {
        dropped.take(digit)
      } else {
        guard let next = magnitude.appending(digit: digit) else { return nil }
        magnitude = next
        if hasPoint { decimalCount += 1 }
      }
    }
    guard digitCount > 0 else { return nil }
    while decimalCount < 6 {
      guard let next = magnitude.appending(digit: 0) else { return nil }
      magnitude = next
      decimalCount += 1
    }
    guard magnitude <= Int64.min.magnitude else { return nil }
    if dropped.roundsUp(lastKept: magnitude) { magnitude += 1 }
    return Int64(magnitude: magnitude, isNegative: isNegative)
  }
}

/// The digits after the sixth decimal: only their relation to one half matters.
private struct DroppedDigits {
  private var first: UInt8 = 0
  private var hasRest = false
  private var count = 0

  mutating func take(_ digit: UInt8) {
    if count == 0 { first = digit } else if digit != 0 { hasRest = true }
    count += 1
  }

  func roundsUp(lastKept: UInt64) -> Bool {
    if first != 5 { return first > 5 }
    return hasRest || lastKept & 1 != 0
  }
}

extension UInt64 {
  fileprivate func appending(digit: UInt8) -> UInt64? {
    let (tens, overflow) = multipliedReportingOverflow(by: 10)
    if overflow { return nil }
    let (sum, carry) = tens.addingReportingOverflow(UInt64(digit))
    return carry ? nil : sum
  }
}

extension Int64 {
  fileprivate init?(magnitude: UInt64, isNegative: Bool) {
    if isNegative {
      guard magnitude <= Int64.min.magnitude else { return nil }
      self = Int64(truncatingIfNeeded: 0 &- magnitude)
    } else {
      self.init(exactly: magnitude)
    }
  }
}
