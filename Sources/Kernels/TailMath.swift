/// Exponential, logarithm and tails of distributions, using only IEEE `+ − × ÷ √`.
///
/// A C library's functions may differ in the last bit between machines. These give the same bits on
/// every platform.
enum TailMath {
  private static let ln2High = 0x1.62e42feep-1
  private static let ln2Low = 0x1.a39ef35793c76p-33
  private static let inverseLn2 = 0x1.71547652b82fep0
  private static let halfLogTwoPi = 0.918938533204672742

  /// Computes eˣ, to a few ulps; 0 below −700, and what e⁷⁰⁰ is above 700.
  ///
  /// x = k·ln 2 + r with |r| ≤ ln 2 / 2, and eʳ from its Taylor series to r¹³.
  static func exp(_ x: Double) -> Double {
    guard x >= -700 else { return 0 }
    let x = min(x, 700)
    let k = (x * inverseLn2).rounded(.toNearestOrEven)
    let r = (x - k * ln2High) - k * ln2Low
    var sum = 1.0
    for term in stride(from: 13.0, to: 0, by: -1) { sum = 1 + sum * r / term }
    return sum * Double(sign: .plus, exponent: Int(k), significand: 1)
  }

  /// Computes ln x for a normal x > 0, to a few ulps.
  ///
  /// x = 2ᵉ·m with m in [√½, √2), and ln m = 2·atanh f for f = (m − 1) / (m + 1), |f| < 0.172.
  static func log(_ x: Double) -> Double {
    var m = x.significand
    var exponent = Double(x.exponent)
    if m > 0x1.6a09e667f3bcdp0 {
      m *= 0.5
      exponent += 1
    }
    let f = (m - 1) / (m + 1)
    let square = f * f
    var sum = 0.0
    for odd in stride(from: 21.0, to: 1, by: -2) { sum = (sum + 1 / odd) * square }
    return exponent * ln2High + (2 * f + (2 * f * sum + exponent * ln2Low))
  }

  /// Computes the probability that a Poisson variable of mean x is a or more, for real a ≥ x.
  ///
  /// It is the regularised lower incomplete gamma function, by its power series; all terms are
  /// positive, and some 10·√a of them matter where a is near x:
  /// ```
  /// P(a, x) = xᵃ·e⁻ˣ / Γ(a + 1) · Σₙ xⁿ / ((a + 1)·…·(a + n))
  /// ```
  ///
  /// - Accuracy: a relative 10⁻¹², less where the probability is below 10⁻¹⁰⁰.
  /// - Source: Abramowitz and Stegun, 6.5.29.
  static func poissonTail(atLeast a: Double, mean x: Double) -> Double {
    precondition(a >= x && x > 0, "a tail must begin at the mean or above it")
    var (sum, term, n) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= x / (a + n)
      sum += term
      n += 1
    }
    return min(1, exp(logDensity(a, mean: x)) * sum)
  }

  // MARK: - Implementation

  /// Computes ln(xᵃ·e⁻ˣ / Γ(a + 1)) without cancellation for a large a.
  ///
  /// - Source: Loader (2000), "Fast and Accurate Computation of Binomial Probabilities".
  private static func logDensity(_ a: Double, mean x: Double) -> Double {
    guard a >= 16 else {
      // Γ(a + 1) = Γ(a + 17) / ((a + 1)·…·(a + 16)), and Stirling's series holds at a + 16.
      var product = 1.0
      for factor in 1...16 { product *= a + Double(factor) }
      let large = a + 16
      let logGamma =
        (large + 0.5) * log(large) - large + halfLogTwoPi + stirlingRest(large) - log(product)
      return a * log(x) - x - logGamma
    }
    return -deviance(a, x) - halfLogTwoPi - 0.5 * log(a) - stirlingRest(a)
  }

  /// Computes what Stirling's formula lacks of ln Γ(a + 1), a ≥ 16.
  private static func stirlingRest(_ a: Double) -> Double {
    let s = 1 / (a * a)
    let tail = s * (1.0 / 1_260 - s * (1.0 / 1_680 - s * (1.0 / 1_188 - s * (691.0 / 360_360))))
    return (1.0 / 12 - s / 360 + s * tail) / a
  }

  /// Computes a·ln(a / x) + x − a.
  private static func deviance(_ a: Double, _ x: Double) -> Double {
    let v = (a - x) / (a + x)
    guard v < 0.1 else { return a * log(a / x) + x - a }
    // The logarithm is 2·atanh v, of which the first term is taken together with x − a.
    var sum = 0.0
    for odd in stride(from: 21.0, to: 1, by: -2) { sum = (sum + 1 / odd) * v * v }
    return (a - x) * v + 2 * a * v * sum
  }
}
