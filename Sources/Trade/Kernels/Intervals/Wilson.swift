import CKernels

/// Wilson's score interval of a proportion.
public enum Wilson {
  /// Computes the 95 % interval of `wins / runs`, by the loop that also serves many rows
  /// (`report_figures.c`).
  ///
  /// With p = wins/runs and z = 1.959963984540054, in this order of operations:
  /// ```
  /// (p + z²/(2·runs) ± z·√(p·(1 − p)/runs + z²/(4·runs·runs))) / (1 + z²/runs)
  /// ```
  ///
  /// - Edge cases: nil without runs; without a win the low end is exactly 0, with nothing but wins
  ///   the high end is exactly 1, where the formula would leave a rounding error.
  /// - Accuracy: IEEE operations in a fixed order, so the same bits everywhere; within a few ulps.
  /// - Source: Wilson (1927); method 3 of Newcombe (1998), Statistics in Medicine 17:857-872.
  ///
  /// - Parameters:
  ///   - wins: Successes, `0...runs`.
  ///   - runs: Trials, not negative.
  /// - Returns: Two fractions in `[0, 1]`.
  public static func interval(wins: Int64, runs: Int64) -> Interval? {
    precondition(wins >= 0 && wins <= runs, "wins must lie in 0...runs")
    guard runs > 0 else { return nil }
    var (wins, runs) = (wins, runs)
    // Safety: one row.
    return Interval { rb_wilson_intervals($0, $1, &wins, &runs, Interval.normalQuantile, 1) }
  }
}
