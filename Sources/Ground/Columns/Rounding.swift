/// Integer division that rounds once, half to even.
///
/// All figures are rounded by these two functions, so a sum of rounded terms is the same on every
/// machine and in every order.
public enum Rounding {
  /// Divides two integers and rounds the quotient half to even.
  ///
  /// - Edge cases: symmetric around zero: -5/2 gives -2, -7/2 gives -4.
  ///
  /// - Parameters:
  ///   - numerator: Any value.
  ///   - denominator: Greater than zero.
  /// - Returns: The nearest integer; of two equally near, the even one.
  @inlinable
  public static func halfEven<Integer: FixedWidthInteger & SignedInteger>(
    _ numerator: Integer, dividedBy denominator: Integer
  ) -> Integer {
    precondition(denominator > 0, "the denominator must be positive")
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    // The magnitude is below the denominator, so its double fits the unsigned type.
    let twice = remainder.magnitude << 1
    let half = denominator.magnitude
    let roundsAway = twice > half || (twice == half && quotient & 1 != 0)
    return roundsAway ? quotient + (numerator < 0 ? -1 : 1) : quotient
  }

  /// Computes `left * right / denominator` exactly and rounds once, half to even.
  ///
  /// Traps if the result does not fit: amounts of money never come near that limit.
  ///
  /// - Parameters:
  ///   - left: Any value.
  ///   - right: Any value.
  ///   - denominator: Greater than zero.
  /// - Returns: The rounded result.
  @inlinable
  public static func halfEven(
    _ left: Int64, times right: Int64, dividedBy denominator: Int64
  ) -> Int64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    // 128-bit division is a library call; ordinary amounts do not need it.
    if !overflow { return halfEven(product, dividedBy: denominator) }
    return Int64(halfEven(Int128(left) * Int128(right), dividedBy: Int128(denominator)))
  }

  /// Multiplies a double by a scale exactly and rounds once, half to even.
  ///
  /// A double is `significand · 2^exponent`, so the product is a quotient of integers, and the
  /// printed digits are the exact decimal expansion's digits.
  ///
  /// - Parameters:
  ///   - value: A finite value; scaled, it must fit `Int64`.
  ///   - scale: A power of ten up to 10⁹.
  /// - Returns: The rounded product.
  public static func halfEven(_ value: Double, scaledBy scale: Int64) -> Int64 {
    precondition(value.isFinite, "only a finite value has digits")
    guard value != 0 else { return 0 }
    // Here the product in Double is off by at most 2⁻²²; unless it is that close to a half, it
    // rounds like the exact product.
    let near = value * Double(scale)
    if abs(near) < 0x1p30 {
      // Doubles of that size have no fraction bits; `rounded()` would be a function call.
      let rounded = near + 0x1.8p52 - 0x1.8p52
      if abs(abs(near - rounded) - 0.5) > 0x1p-20 { return Int64(rounded) }
    }
    // The significand and exponent as an integer times a power of two.
    let significand = Int128((value.significand * 0x1p52).rounded()) * (value < 0 ? -1 : 1)
    let power = Int(value.exponent) - 52
    let product = significand * Int128(scale)
    if power >= 0 { return Int64(product << power) }
    // The product is below 2^83, so scaled by less than 2^−120 it is far below one half.
    return power < -120 ? 0 : Int64(halfEven(product, dividedBy: Int128(1) << -power))
  }
}
