import Columns

/// Adjusted p-values for many tests at once.
public enum FalseDiscovery {
  /// A step-up procedure.
  public enum Method: Sendable {
    /// For tests that are independent, or rise and fall together.
    case benjaminiHochberg
    /// For tests of any dependence: the values of ``benjaminiHochberg`` times Σ 1/i.
    case benjaminiYekutieli
  }

  /// Computes the least share of false discoveries at which each test still is a discovery.
  ///
  /// With m tests in ascending order of p, and c = 1 or Σᵢ 1/i over 1…m:
  /// ```
  /// q₍ᵢ₎ = min(1, minⱼ≥ᵢ p₍ⱼ₎·(m·c) / j)
  /// ```
  ///
  /// - Shape: `[tests]`, in the order given.
  /// - Edge cases: equal p have equal q; no tests give none.
  /// - Source: Benjamini and Hochberg (1995), Journal of the Royal Statistical Society B
  ///   57:289-300; Benjamini and Yekutieli (2001), Annals of Statistics 29:1165-1188.
  ///
  /// - Parameters:
  ///   - p: Probabilities in `[0, 1]`.
  ///   - method: The step-up procedure.
  ///   - threads: Number of worker threads.
  /// - Returns: One share per test, not below its p.
  public static func q(_ p: [Double], method: Method, threads: Int = 1) -> [Double] {
    precondition(p.allSatisfy { $0 >= 0 && $0 <= 1 }, "a probability must lie in 0...1")
    let count = Double(p.count)
    let factor =
      switch method {
      case .benjaminiHochberg: count
      case .benjaminiYekutieli: count * harmonic(p.count)
      }
    // Equal values keep their order, so that the bits do not depend on the sort.
    let order = ParallelTasks.sorted(Array(zip(p, p.indices)), threads: threads, by: <)
    var q = p
    var least = 1.0
    for (index, (p, test)) in order.enumerated().reversed() {
      // Not below p: a product and a quotient may round down.
      least = min(least, max(p, p * factor / Double(index + 1)))
      q[test] = least
    }
    return q
  }

  /// Sums 1/i up to a count.
  private static func harmonic(_ count: Int) -> Double {
    var sum = 0.0
    for i in stride(from: count, to: 0, by: -1) { sum += 1 / Double(i) }
    return sum
  }
}
