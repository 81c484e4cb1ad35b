import Foundation

/// Weights that halve with age.
public enum HalfLife {
  /// Computes the weights of an exponential decay, one per age from 0 to `days`.
  ///
  /// ```
  /// weight[age] = halfEven(0.5^(age / halfLife) · 10⁹)
  /// ```
  ///
  /// - Shape: `[days + 1]`, indexed by age.
  /// - Units: 10⁻⁹.
  /// - Accuracy: exact unless the value lies within 3·10⁻⁷ of a half, which none does for the
  ///   half-life of 30 days over 365.
  ///
  /// - Parameters:
  ///   - days: The greatest age, not negative.
  ///   - halfLife: The age in days at which a weight is one half; greater than zero.
  /// - Returns: Weights from 10⁹ downwards.
  public static func weights(days: Int = 365, halfLife: Double = 30) -> [Int64] {
    precondition(days >= 0, "the greatest age must not be negative")
    precondition(halfLife > 0, "a half-life must be greater than zero")
    return (0...days).map { age in
      let weight = exp2(-Double(age) / halfLife) * 1e9
      return Int64(weight.rounded(.toNearestOrEven))
    }
  }
}
