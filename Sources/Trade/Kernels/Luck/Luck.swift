/// The part of luck in a return: its distance from the market's promise, and the probability that
/// chance alone goes as far.
///
/// With S the stakes, R the return, μ its expectation and V its variance by the market's
/// probabilities:
/// ```
/// sd = √V / S        z = (R − μ) / √V
/// p = min(1, 2·P(X ≥ V/b² + |R − μ|/b)),  X of Poisson's law with mean V/b²
/// ```
/// b is the greatest step in the direction of the result: the highest odds above the expectation,
/// the highest loss below it. b·X, moved to the mean μ, has the variance V, and the third cumulant
/// b·V is not below that of the bets, so long tails are not taken for skill. Real numbers between
/// the whole ones are interpolated by the incomplete gamma function.
///
/// - Units: money in 10⁻⁶ of a stake unit, the rest in units; fractions.
/// - Edge cases: without a stake there is no rate; without a variance neither z nor p.
/// - Accuracy: IEEE `+ − × ÷ √` in a fixed order, so the same bits everywhere; p to a relative
///   10⁻¹². `scripts/interval-coverage.py --luck` prints how often p is below a level by chance.
/// - Source: Bennett (1962), "Probability Inequalities for the Sum of Independent Random
///   Variables", whose extreme law this is.
public struct Luck: Sendable {
  /// The stakes S, in units.
  private let stake: Double
  /// The excess of the return over its expectation, R − μ, in units.
  private let excess: Double
  /// The expected return μ, in units.
  private let expectedReturn: Double
  /// The variance V of the return, in units².
  private let variance: Double
  /// The greatest step upwards and the greatest downwards, in units.
  private let steps: (up: Double, down: Double)

  /// Creates the figures of one row.
  ///
  /// A bet to lay steps down by its odds and up by one stake: exchange the two.
  ///
  /// - Parameters:
  ///   - stake: The stakes, in 10⁻⁶.
  ///   - returned: The payouts, in 10⁻⁶.
  ///   - expectedReturn: Σ probability·stake·odds, in units.
  ///   - variance: The variance of the return, the bets of one race together; in units².
  ///   - highestOdds: The most that one bet can return, in units; positive.
  ///   - highestLoss: The most that one race can lose against its expectation, in units; positive.
  public init(
    stake: Int64, returned: Int64, expectedReturn: Double, variance: Double, highestOdds: Double,
    highestLoss: Double = 1
  ) {
    precondition(highestOdds > 0 && highestLoss > 0, "the greatest steps must be positive")
    self.stake = Double(stake) / 1e6
    self.expectedReturn = expectedReturn
    self.variance = variance
    excess = Double(returned) / 1e6 - expectedReturn
    steps = (highestOdds, highestLoss)
  }

  /// The standard deviation of the return on investment.
  public var sd: Double? { stake > 0 && variance >= 0 ? variance.squareRoot() / stake : nil }

  /// The distance from the expectation in standard deviations.
  public var z: Double? { variance > 0 ? excess / variance.squareRoot() : nil }

  /// The two-sided probability of going as far by chance.
  public var p: Double? {
    guard variance > 0 else { return nil }
    let step = excess > 0 ? steps.up : steps.down
    let mean = variance / (step * step)
    return min(1, 2 * TailMath.poissonTail(atLeast: mean + abs(excess) / step, mean: mean))
  }
}
