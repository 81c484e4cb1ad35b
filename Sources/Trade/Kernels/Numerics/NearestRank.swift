/// Percentiles by nearest rank: each is one of the values.
public enum NearestRank {
  /// Computes percentiles of values.
  ///
  /// Of n values the p-th percentile is the ⌈p·n / 100⌉-th smallest.
  ///
  /// - Edge cases: a single value is all of its percentiles; no values give nil.
  /// - Accuracy: exact, in integers throughout.
  /// - Cost: O(n log n).
  /// - Source: Hyndman and Fan (1996), definition 1; SQL's `percentile_disc`.
  ///
  /// - Parameters:
  ///   - percents: Each 1 to 100.
  ///   - values: The values, in any order.
  /// - Returns: A value per percent, in their order; nil without values.
  public static func percentiles(_ percents: [Int], of values: [Int64]) -> [Int64]? {
    precondition(percents.allSatisfy { (1...100).contains($0) }, "percents must lie in 1...100")
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    return percents.map { sorted[($0 * sorted.count + 99) / 100 - 1] }
  }
}
