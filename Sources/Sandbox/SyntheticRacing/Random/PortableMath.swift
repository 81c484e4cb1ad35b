/// Exponential, logarithm and normal quantile, using only IEEE `+ − × ÷`.
///
/// A C library's `exp` and `log` may differ in the last bit between machines, and one bit is enough
/// to swap two runners. These give the same bits on every platform, and need no C library
/// (`rounded()` and `squareRoot()` can become calls of it).
enum PortableMath {
  private static let ln2High = 0x1.62e42feep-1
  private static let ln2Low = 0x1.a39ef35793c76p-33
  private static let inverseLn2 = 0x1.71547652b82fep0

  /// Rounds a small number to the nearest integer, halves away from zero.
  static func nearestInteger(_ x: Double) -> Int { Int(x < 0 ? x - 0.5 : x + 0.5) }

  /// Computes eˣ for −700 ≤ x ≤ 700, to a few ulps.
  ///
  /// x = k·ln 2 + r with |r| ≤ ln 2 / 2, and eʳ from its Taylor series to r¹² (the rest is below
  /// 2⁻⁵²).
  static func exp(_ x: Double) -> Double {
    let k = Double(nearestInteger(x * inverseLn2))
    let r = (x - k * ln2High) - k * ln2Low
    var sum = 1.0 / 479_001_600
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
    return sum * Double(bitPattern: UInt64(Int64(k) + 1023) << 52)
  }

  /// Computes ln x for a normal x > 0, to a few ulps.
  ///
  /// x = 2ᵉ·m with m in [√½, √2), and ln m = 2·atanh f for f = (m − 1) / (m + 1), |f| < 0.172.
  static func log(_ x: Double) -> Double {
    let bits = x.bitPattern
    var exponent = Int64(bits >> 52) - 1023
    var m = Double(bitPattern: bits & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000)
    if m > 0x1.6a09e667f3bcdp0 {
      m *= 0.5
      exponent += 1
    }
    let f = (m - 1) / (m + 1)
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
    let tail = 2 * f * square * sum
    let e = Double(exponent)
    return e * ln2High + (2 * f + (tail + e * ln2Low))
  }

  /// Computes √x for a normal x > 0, to a few ulps.
  static func squareRoot(_ x: Double) -> Double { exp(0.5 * log(x)) }

  /// Computes the standard normal quantile of p, 0 < p < 1, with a relative error near 10⁻⁷.
  ///
  /// Source: Wichura (1988), Algorithm AS 241, PPND7.
  static func normalQuantile(_ p: Double) -> Double {
    let q = p - 0.5
    if abs(q) <= 0.425 {
      let r = 0.180625 - q * q
      let above = ((59.109374720 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179
      let below = ((67.187563600 * r + 78.757757664) * r + 17.895169469) * r + 1
      return q * above / below
    }
    let r = squareRoot(-log(min(p, 1 - p)))
    let magnitude = r <= 5 ? middleTail(r - 1.6) : farTail(r - 5)
    return q < 0 ? -magnitude : magnitude
  }

  private static func middleTail(_ r: Double) -> Double {
    let above = ((0.17023821103 * r + 1.3067284816) * r + 2.7568153900) * r + 1.4234372777
    return above / ((0.12021132975 * r + 0.73700164250) * r + 1)
  }

  private static func farTail(_ r: Double) -> Double {
    let above = ((0.017337203997 * r + 0.42868294337) * r + 3.0812263860) * r + 6.6579051150
    return above / ((0.012258202635 * r + 0.24197894225) * r + 1)
  }
}
