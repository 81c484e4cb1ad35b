/// Estimates of many entities drawn towards their common mean, as far as their own noise explains
/// their spread (empirical Bayes).
///
/// Each value yᵢ is assumed to be normal around its entity's true value with a known variance Vᵢ,
/// and the true values normal around m with the variance A. A is the variance at which the values'
/// distance from m is the expected one, or 0 if they are closer:
/// ```
/// Wᵢ = 1 / (Vᵢ + A)        m = Σ Wᵢ·yᵢ / Σ Wᵢ        Σ Wᵢ·(yᵢ − m)² = k − 1
/// cᵢ = 1 − (k − 3)/(k − 1)·Vᵢ / (Vᵢ + A)
/// shrunkᵢ = m + cᵢ·(yᵢ − m)
/// sᵢ² = Vᵢ·(1 − (1 − Wᵢ/ΣW)·(1 − cᵢ)) + 2/(k − 3)·(1 − cᵢ)²·(V̄ + A)/(Vᵢ + A)·(yᵢ − m)²
/// ```
/// V̄ is the mean of Vᵢ weighted by Wᵢ. With equal variances cᵢ is the factor of James and Stein.
/// The last term of sᵢ² is the uncertainty of A.
///
/// - Shape: k values and k variances, in one order.
/// - Units: the units of the values.
/// - Edge cases: fewer than four values do not separate noise from spread and give nil.
/// - Accuracy: sums in the order given, so the same bits everywhere; A to a relative 10⁻¹².
/// - Source: Morris (1983), "Parametric Empirical Bayes Inference", Journal of the American
///   Statistical Association 78:47-55, section 5; Paule and Mandel (1982) for the equation of A.
public struct Shrinkage: Sendable {
  /// The mean m of the true values.
  public let priorMean: Double
  /// The variance A of the true values.
  public let priorVariance: Double
  /// The number k of values.
  public let count: Int

  /// The sum of the weights.
  private let weight: Double
  /// The weighted mean of the variances.
  private let meanVariance: Double

  /// Fits the common mean and variance; nil with fewer than four values.
  ///
  /// - Parameters:
  ///   - values: One estimate per entity.
  ///   - variances: Their variances; positive.
  public init?(values: [Double], variances: [Double]) {
    precondition(values.count == variances.count, "each value must have a variance")
    precondition(variances.allSatisfy { $0 > 0 }, "a variance must be positive")
    guard values.count >= 4 else { return nil }
    count = values.count
    var prior = 0.0
    var fit = Fit(values: values, variances: variances, priorVariance: prior)
    // The distance falls with A, ever more slowly, so that Newton's steps never pass the root.
    while fit.excess > 0 {
      let next = prior + fit.excess / fit.slope
      guard next - prior > 1e-13 * next else { break }
      prior = next
      fit = Fit(values: values, variances: variances, priorVariance: prior)
    }
    (priorMean, priorVariance, weight, meanVariance) = (
      fit.mean, prior, fit.weight, fit.meanVariance
    )
  }

  /// Computes the part of its distance from the mean that a value keeps.
  ///
  /// - Parameter variance: The value's variance, positive.
  /// - Returns: A fraction c; 1 keeps the value.
  public func factor(variance: Double) -> Double {
    1 - Double(count - 3) / Double(count - 1) * variance / (variance + priorVariance)
  }

  /// Computes a value drawn towards the mean.
  ///
  /// - Parameters:
  ///   - value: The estimate y.
  ///   - variance: Its variance, positive.
  /// - Returns: m + c·(y − m).
  public func shrunk(_ value: Double, variance: Double) -> Double {
    priorMean + factor(variance: variance) * (value - priorMean)
  }

  /// Computes the 95 % interval of an entity's true value.
  ///
  /// - Parameters:
  ///   - value: The estimate y.
  ///   - variance: Its variance, positive.
  /// - Returns: Two ends around the shrunk value.
  public func interval(_ value: Double, variance: Double) -> Interval {
    let loss = 1 - factor(variance: variance)
    let total = variance + priorVariance
    let distance = value - priorMean
    let own = variance * (1 - (1 - 1 / (total * weight)) * loss)
    let ofPrior =
      2 / Double(count - 3) * loss * loss * (meanVariance + priorVariance) / total * distance
      * distance
    let centre = shrunk(value, variance: variance)
    let halfWidth = Interval.normalQuantile * (own + ofPrior).squareRoot()
    return Interval(low: centre - halfWidth, high: centre + halfWidth)
  }

  // MARK: - Implementation

  /// The weighted sums for a variance A.
  private struct Fit {
    var weight = 0.0
    var mean = 0.0
    var meanVariance = 0.0
    /// The excess of Σ W·(y − m)² over k − 1, and the rate at which it falls with A.
    var excess = 0.0
    var slope = 0.0

    init(values: [Double], variances: [Double], priorVariance: Double) {
      for index in values.indices {
        let share = 1 / (variances[index] + priorVariance)
        weight += share
        mean += share * values[index]
        meanVariance += share * variances[index]
      }
      mean /= weight
      meanVariance /= weight
      excess = Double(1 - values.count)
      for index in values.indices {
        let share = 1 / (variances[index] + priorVariance)
        let distance = values[index] - mean
        excess += share * distance * distance
        slope += share * share * distance * distance
      }
    }
  }
}
