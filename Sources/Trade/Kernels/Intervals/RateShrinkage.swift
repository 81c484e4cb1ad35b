/// Rates of many entities drawn towards their common mean: see ``Shrinkage``.
///
/// A rate's variance is the common one over its denominator: with m the rate of all entities
/// together, m·(1 − m) for shares of a whole, m for counts over their expectation.
///
/// - Edge cases: nil without a numerator, or with fewer than four denominators, because there is no
///   mean to draw towards.
public struct RateShrinkage: Sendable {
  private let fit: Shrinkage
  /// The variance of a rate whose denominator is 1 in its own unit.
  private let spread: Double

  /// Fits shares of a whole, such as wins of runs.
  ///
  /// - Parameters:
  ///   - parts: One count per entity.
  ///   - wholes: The counts that contain them; entities without one are left out.
  public init?(shares parts: [Int64], of wholes: [Int64]) {
    self.init(parts, wholes, unit: 1) { $0 * (1 - $0) }
  }

  /// Fits counts over their expectation, such as wins over expected wins.
  ///
  /// - Parameters:
  ///   - counts: One count per entity.
  ///   - expected: Their expectations; entities without one are left out.
  ///   - unit: One in the unit of both.
  public init?(_ counts: [Int64], over expected: [Int64], unit: Int64) {
    self.init(counts, expected, unit: Double(unit)) { $0 }
  }

  /// Draws a rate towards the mean.
  ///
  /// - Parameters:
  ///   - numerator: The entity's count.
  ///   - denominator: Its divisor.
  /// - Returns: The rate and the ends of its interval, none of them negative; nil without a
  ///   denominator.
  public func shrunk(
    _ numerator: Int64, over denominator: Int64
  ) -> (value: Double, ends: Interval)? {
    guard denominator > 0 else { return nil }
    let value = Double(numerator) / Double(denominator)
    let variance = spread / Double(denominator)
    let ends = fit.interval(value, variance: variance)
    return (
      max(0, fit.shrunk(value, variance: variance)),
      Interval(low: max(0, ends.low), high: max(0, ends.high))
    )
  }

  // MARK: - Implementation

  private init?(
    _ numerators: [Int64], _ denominators: [Int64], unit: Double, variance: (Double) -> Double
  ) {
    precondition(numerators.count == denominators.count, "a rate has both its terms")
    let total = denominators.reduce(0, +)
    guard total > 0 else { return nil }
    // Not above 0 if no runner won, or all did.
    let spread = variance(Double(numerators.reduce(0, +)) / Double(total)) * unit
    guard spread > 0 else { return nil }
    let rows = denominators.indices.filter { denominators[$0] > 0 }
    let fit = Shrinkage(
      values: rows.map { Double(numerators[$0]) / Double(denominators[$0]) },
      variances: rows.map { spread / Double(denominators[$0]) })
    guard let fit else { return nil }
    (self.fit, self.spread) = (fit, spread)
  }
}
