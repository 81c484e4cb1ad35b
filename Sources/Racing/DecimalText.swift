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
    let rounded = Rounding.halfEven(value, dividedBy: powerOfTen(scale - decimals))
    if rounded < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = rounded.magnitude
      .quotientAndRemainder(dividingBy: UInt64(powerOfTen(decimals)))
    appendDigits(of: whole, width: 1, to: &bytes)
    guard decimals > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    appendDigits(of: fraction, width: decimals, to: &bytes)
  }

  // MARK: - Implementation

  private static func powerOfTen(_ exponent: Int) -> Int64 {
    var power: Int64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  private static func appendDigits(of value: UInt64, width: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = value
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(digit))
      rest = quotient
    } while rest > 0 || bytes.count - start < width
    bytes[start...].reverse()
  }
}
