import Columns

/// The printed form of scaled integers: plain digits, a point, never `-0`.
public enum DecimalText {
  /// Appends `value / 10^scale`, rounded half to even to a fixed count of decimals.
  ///
  /// - Edge cases: a negative value that rounds to zero prints without a sign.
  ///
  /// - Parameters:
  ///   - value: The number in units of `10^-scale`.
  ///   - scale: From 0 to 18.
  ///   - decimals: From 0 to `scale`; with 0 no point is written.
  ///   - bytes: The buffer that receives the ASCII text.
  public static func append(
    _ value: Int64, scale: Int, decimals: Int, to bytes: inout [UInt8]
  ) {
    precondition((0...18).contains(scale), "the scale must be from 0 to 18")
    precondition((0...scale).contains(decimals), "the decimals must not exceed the scale")
    let dropped = scale - decimals
    let rounded =
      dropped == 0 ? value : Rounding.halfEven(value, dividedBy: powers[dropped])
    // 19 digits of the largest magnitude, a sign and a point.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
      // Safety: at most 20 digits are written backwards from the end, a point and a sign.
      var place = 24
      var rest = rounded.magnitude
      var written = 0
      repeat {
        if written == decimals && decimals > 0 {
          place -= 1
          text[place] = UInt8(ascii: ".")
        }
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        place -= 1
        text[place] = 48 + UInt8(truncatingIfNeeded: digit)
        rest = quotient
        written += 1
      } while rest > 0 || written <= decimals
      if rounded < 0 {
        place -= 1
        text[place] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: text[place...])
    }
  }

  // MARK: - Implementation

  private static let powers: [Int64] = (0...18).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
