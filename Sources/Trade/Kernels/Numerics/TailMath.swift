import Columns

/// Tails of distributions, by the same operations on every platform: see ``PortableMath``.
enum TailMath {
  private static let halfLogTwoPi = 0.918938533204672742

  /// Computes the probability that a Poisson variable of mean x is a or more, for real a ≥ x.
  ///
  /// It is the regularised lower incomplete gamma function, by its power series; all terms are
  /// positive, and some 10·√a of them matter if a is near x:
  /// ```
  /// P(a, x) = xᵃ·e⁻ˣ / Γ(a + 1) · Σₙ xⁿ / ((a + 1)·…·(a + n))
  /// ```
  ///
  /// - Accuracy: a relative 10⁻¹², less if the probability is below 10⁻¹⁰⁰.
  /// - Source: Abramowitz and Stegun, 6.5.29.
  static func poissonTail(atLeast a: Double, mean x: Double) -> Double {
    precondition(a >= x && x > 0, "a tail must begin at the mean or above it")
    var (sum, term, n) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= x / (a + n)
      sum += term
      n += 1
    }
    return min(1, PortableMath.exp(logDensity(a, mean: x)) * sum)
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
        (large + 0.5) * PortableMath.log(large, over: 1) - large + halfLogTwoPi
        + stirlingRest(large) - PortableMath.log(product, over: 1)
      return a * PortableMath.log(x, over: 1) - x - logGamma
    }
    return -deviance(a, x) - halfLogTwoPi - 0.5 * PortableMath.log(a, over: 1) - stirlingRest(a)
  }

  /// Computes ln Γ(a + 1) less Stirling's formula, a ≥ 16.
  private static func stirlingRest(_ a: Double) -> Double {
    let s = 1 / (a * a)
    let tail = s * (1.0 / 1_260 - s * (1.0 / 1_680 - s * (1.0 / 1_188 - s * (691.0 / 360_360))))
    return (1.0 / 12 - s / 360 + s * tail) / a
  }

  /// Computes a·ln(a / x) + x − a.
  private static func deviance(_ a: Double, _ x: Double) -> Double {
    let v = (a - x) / (a + x)
    guard v < 0.1 else { return a * PortableMath.log(a, over: x) + x - a }
    // The logarithm is 2·atanh v; its first term is combined with x − a.
    var sum = 0.0
    for odd in stride(from: 21.0, to: 1, by: -2) { sum = (sum + 1 / odd) * v * v }
    return (a - x) * v + 2 * a * v * sum
  }
}
