/// Integer division that rounds once, half to even.
///
/// Every figure of the trade is rounded with these two functions, so a sum of rounded terms is
/// the same on every machine and in every order.
public enum Rounding {
  /// Divides two integers and rounds the quotient half to even.
  ///
  /// - Edge cases: the sign of the numerator is kept by symmetry: -5/2 gives -2, -7/2 gives -4.
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
    // The magnitude is below the denominator, so twice it fits the unsigned type.
    let twice = remainder.magnitude << 1
    let half = denominator.magnitude
    let roundsAway = twice > half || (twice == half && quotient & 1 != 0)
    return roundsAway ? quotient + (numerator < 0 ? -1 : 1) : quotient
  }

  /// Computes `left * right / denominator` exactly and rounds once, half to even.
  ///
  /// Traps when the result does not fit: amounts of money never come near that limit.
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
    // 128-bit division is a library call; amounts of ordinary size never need it.
    if !overflow { return halfEven(product, dividedBy: denominator) }
    return Int64(halfEven(Int128(left) * Int128(right), dividedBy: Int128(denominator)))
  }
}
