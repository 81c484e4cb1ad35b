import Columns

// Eight digits in one machine word: each byte of the word is one character, the first character
// in the lowest byte. Decimal6+Parse.swift defines the required result.

extension Decimal6 {
  /// Gathers a text of one to eight bytes into a word, first byte lowest, zero above.
  ///
  /// - Parameter bytes: From one to eight bytes.
  /// - Returns: The word.
  @inlinable
  package static func word(of bytes: Span<UInt8>) -> UInt64 {
    let count = bytes.count
    let raw = bytes.bytes
    // Two loads that may overlap cover every length between them; or-ing equal bytes is harmless.
    if count >= 4 {
      // Safety: four bytes at 0 and four ending at `count` are inside, as `count >= 4`.
      let low = unsafe raw.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let high = unsafe raw.unsafeLoadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(UInt32(littleEndian: low))
        | UInt64(UInt32(littleEndian: high)) &<< UInt64((count &- 4) &* 8)
    }
    let first = UInt64(bytes[0])
    let middle = UInt64(bytes[count &>> 1]) &<< UInt64((count &>> 1) &* 8)
    let last = UInt64(bytes[count &- 1]) &<< UInt64((count &- 1) &* 8)
    return first | middle | last
  }

  /// Reads an unsigned decimal text held in a word.
  ///
  /// The point splits the word: the bytes below it are shifted up until the last digit is in the
  /// top byte, the bytes above it are shifted down until the first digit is in the lowest byte, and
  /// the gaps become zeros. Both halves are then eight digits, and no branch depends on the point's
  /// place.
  ///
  /// - Parameters:
  ///   - word: The text, first byte lowest, zero above the text.
  ///   - count: From one to eight.
  /// - Returns: The value in millionths, or -1 for any text this reader does not accept.
  @inlinable
  package static func wordMicros(_ word: UInt64, count: Int) -> Int64 {
    let textBits = UInt64(count &* 8)
    let pointBits = min(firstPointBits(in: word), textBits)
    let whole = shiftedUp(word, by: 64 &- pointBits) | shiftedDown(zeros, by: pointBits)
    // Above the point; when there is none the shift is by 64 or more and leaves nothing.
    let fractionBits = textBits > pointBits ? textBits &- pointBits &- 8 : 0
    let fraction =
      shiftedDown(word, by: pointBits &+ 8) | shiftedUp(zeros, by: fractionBits)
    let hasNoDigit = pointBits | fractionBits == 0
    if hasNoDigit || !areDigits(whole, fraction) { return -1 }
    return Int64(value(of: whole)) &* one
      &+ millionths(value(of: fraction))
  }

  /// Reads a whole number, without sign or point, held in a word.
  ///
  /// - Parameters:
  ///   - word: The text, first byte lowest, zero above the text.
  ///   - count: From one to eight.
  /// - Returns: The number; nil for any text but digits.
  @inlinable @inline(__always)
  package static func wholeNumber(_ word: UInt64, count: Int) -> Int64? {
    let bits = UInt64(count &* 8)
    let digits = word &<< (64 &- bits) | shiftedDown(zeros, by: bits)
    return areDigits(digits, digits) ? Int64(value(of: digits)) : nil
  }

  // MARK: - Implementation

  /// Rounds eight digits after the point to six.
  ///
  /// - Parameter hundredMillionths: From 0 to 99,999,999.
  /// - Returns: The nearest number of millionths, the even one of two.
  @inlinable
  static func millionths(_ hundredMillionths: UInt64) -> Int64 {
    let whole = hundredMillionths / 100
    // Hardly any price has so many digits; dividing by a constant is compiled to a multiplication.
    if whole &* 100 == hundredMillionths { return Int64(whole) }
    return Rounding.halfEven(Int64(hundredMillionths), dividedBy: 100)
  }

  /// Eight ASCII zeros.
  @inlinable
  static var zeros: UInt64 { 0x3030_3030_3030_3030 }

  /// Eight points.
  @inlinable
  static var points: UInt64 { 0x2E2E_2E2E_2E2E_2E2E }

  /// Finds the first point of a word as a count of bits below it, 64 when there is none.
  ///
  /// - Parameter word: Any word.
  /// - Returns: A multiple of eight from 0 to 64.
  @inlinable
  static func firstPointBits(in word: UInt64) -> UInt64 {
    // The classic zero-byte test; borrows only spoil bytes above the first hit.
    let zeroAtPoint = word ^ points
    let hits = (zeroAtPoint &- 0x0101_0101_0101_0101) & ~zeroAtPoint & 0x8080_8080_8080_8080
    return UInt64(hits.trailingZeroBitCount) & ~7
  }

  /// Shifts towards the top; 64 bits or more leave zero.
  ///
  /// - Parameters:
  ///   - word: Any word.
  ///   - bits: Any count.
  /// - Returns: The shifted word.
  @inlinable
  static func shiftedUp(_ word: UInt64, by bits: UInt64) -> UInt64 {
    bits < 64 ? word &<< bits : 0
  }

  /// Shifts towards the bottom; 64 bits or more leave zero.
  ///
  /// - Parameters:
  ///   - word: Any word.
  ///   - bits: Any count.
  /// - Returns: The shifted word.
  @inlinable
  static func shiftedDown(_ word: UInt64, by bits: UInt64) -> UInt64 {
    bits < 64 ? word &>> bits : 0
  }

  /// Checks whether all sixteen bytes of two words are ASCII digits.
  ///
  /// - Parameters:
  ///   - left: Eight characters.
  ///   - right: Eight characters.
  /// - Returns: Whether each byte is from 0x30 to 0x39.
  @inlinable
  static func areDigits(_ left: UInt64, _ right: UInt64) -> Bool {
    let highNibbles = ((left ^ zeros) | (right ^ zeros)) & 0xF0F0_F0F0_F0F0_F0F0
    // Adding six carries a low nibble above nine into the high one; no carry leaves a byte.
    let lefts = ((left & 0x0F0F_0F0F_0F0F_0F0F) &+ 0x0606_0606_0606_0606)
    let rights = ((right & 0x0F0F_0F0F_0F0F_0F0F) &+ 0x0606_0606_0606_0606)
    return highNibbles | ((lefts | rights) & 0xF0F0_F0F0_F0F0_F0F0) == 0
  }

  /// Reads eight ASCII digits, the most significant in the lowest byte.
  ///
  /// Neighbours are joined three times: to two-digit, four-digit and eight-digit numbers.
  ///
  /// - Parameter digits: Eight digits.
  /// - Returns: From 0 to 99,999,999.
  @inlinable
  static func value(of digits: UInt64) -> UInt64 {
    let ones = digits & 0x0F0F_0F0F_0F0F_0F0F
    let pairs = (ones &* (10 &<< 8 &+ 1)) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* (100 &<< 16 &+ 1)) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* (10_000 &<< 32 &+ 1)) &>> 32
  }
}
