extension Wilson {
  /// The specification of ``interval(wins:runs:)``: the two roots of the score equation.
  ///
  /// (p̂ − p)² = z²·p·(1 − p)/n, solved for p without cancellation; agrees with the formula to a
  /// few ulps of 1, not to the bit.
  package static func referenceInterval(wins: Int64, runs: Int64) -> Interval? {
    guard runs > 0 else { return nil }
    let (k, n) = (Double(wins), Double(runs))
    let zz = Interval.normalQuantile * Interval.normalQuantile
    // (n + z²)·p² − (2k + z²)·p + k²/n = 0
    let (a, b, c) = (n + zz, 2 * k + zz, k * k / n)
    let root = (zz * (zz + 4 * k * (n - k) / n)).squareRoot()
    let larger = (b + root) / (2 * a)
    return Interval(low: c / a / larger, high: larger)
  }
}
