/// A team's progress towards a reward.
public enum RewardProgress {
  /// Returns the reached share of a threshold, in percent.
  ///
  /// Formula: min(100, total / threshold × 100).
  ///
  /// - Edge cases: 0 for a threshold of 0 or less, and for a negative total.
  ///
  /// - Parameters:
  ///   - total: The team's points.
  ///   - threshold: The points required for the reward.
  /// - Returns: 0 to 100.
  public static func percentage(total: Int64, threshold: Int64) -> Double {
    guard threshold > 0, total > 0 else { return 0 }
    return min(100, Double(total) / Double(threshold) * 100)
  }
}
