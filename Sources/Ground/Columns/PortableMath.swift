/// Exponential and logarithm by IEEE `+ − × ÷` alone.
///
/// A C library's may differ in the last bit between machines; these give the same bits everywhere.
@usableFromInline package enum PortableMath {
  @inlinable static var ln2High: Double { 0x1.62e42feep-1 }
  @inlinable static var ln2Low: Double { 0x1.a39ef35793c76p-33 }

  /// Computes the natural logarithm of a quotient.
  ///
  /// a/b = 2ᵉ·m with m in [√½, √2), and ln m = 2·atanh f for f = (a − 2ᵉb) / (a + 2ᵉb). The
  /// numerator of f is exact, so quotients near 1 keep all their digits.
  ///
  /// - Accuracy: a few ulps.
  ///
  /// - Parameters:
  ///   - numerator: a, greater than zero.
  ///   - denominator: b, greater than zero.
  /// - Returns: ln(a/b).
  @inlinable package static func log(_ numerator: Double, over denominator: Double) -> Double {
    var exponent = Int((numerator / denominator).exponent)
    var divisor = denominator * power(of2: exponent)
    if numerator > divisor * 0x1.6a09e667f3bcdp0 {
      divisor *= 2
      exponent += 1
    }
    let f = (numerator - divisor) / (numerator + divisor)
    let square = f * f
    var sum = 1.0 / 21
    sum = sum * square + 1.0 / 19
    sum = sum * square + 1.0 / 17
    sum = sum * square + 1.0 / 15
    sum = sum * square + 1.0 / 13
    sum = sum * square + 1.0 / 11
    sum = sum * square + 1.0 / 9
    sum = sum * square + 1.0 / 7
    sum = sum * square + 1.0 / 5
    sum = sum * square + 1.0 / 3
    let e = Double(exponent)
    return e * ln2High + (2 * f + (2 * f * square * sum + e * ln2Low))
  }

  /// Computes eˣ.
  ///
  /// x = k·ln 2 + r with |r| ≤ ln 2 / 2, and eʳ from its Taylor series to r¹³.
  ///
  /// - Accuracy: a few ulps.
  ///
  /// - Parameters:
  ///   - x: At most 700; below −700 the result is 0.
  ///   - last: The factor of r¹³; 0 for the series to r¹².
  /// - Returns: A value that is not negative.
  @inlinable package static func exp(_ x: Double, last: Double = 1.0 / 6_227_020_800) -> Double {
    guard x >= -700 else { return 0 }
    precondition(x <= 700, "e to more than 700 is not computed")
    let k = nearestInteger(x * 0x1.71547652b82fep0)
    let r = (x - Double(k) * ln2High) - Double(k) * ln2Low
    var sum = last
    sum = sum * r + 1.0 / 479_001_600
    sum = sum * r + 1.0 / 39_916_800
    sum = sum * r + 1.0 / 3_628_800
    sum = sum * r + 1.0 / 362_880
    sum = sum * r + 1.0 / 40_320
    sum = sum * r + 1.0 / 5_040
    sum = sum * r + 1.0 / 720
    sum = sum * r + 1.0 / 120
    sum = sum * r + 1.0 / 24
    sum = sum * r + 1.0 / 6
    sum = sum * r + 0.5
    sum = sum * r + 1
    sum = sum * r + 1
    return sum * power(of2: k)
  }

  /// Rounds a small number to the nearest integer, halves away from zero.
  @inlinable package static func nearestInteger(_ x: Double) -> Int {
    Int(x < 0 ? x - 0.5 : x + 0.5)
  }

  @inlinable static func power(of2 exponent: Int) -> Double {
    Double(bitPattern: UInt64(bitPattern: Int64(exponent + 1023)) << 52)
  }
}
