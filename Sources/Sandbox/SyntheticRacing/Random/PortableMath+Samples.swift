import Columns

/// Functions of the samples, whose bits must not change.
extension PortableMath {
  /// Computes eˣ by the series to r¹².
  static func exp12(_ x: Double) -> Double { exp(x, last: 0) }

  /// Computes ln x.
  static func log(_ x: Double) -> Double { log(x, over: 1) }

  /// Computes √x for a normal x > 0, to a few ulps.
  static func squareRoot(_ x: Double) -> Double { exp12(0.5 * log(x)) }

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
