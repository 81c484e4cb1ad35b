import Columns

/// The distribution of the longest run of losses in bets that win with one probability.
///
/// The chance of no run of m losses in n bets is a finite sum, exact and short where it matters:
/// ```
/// P(longest < m) = β(n) − qᵐ·β(n − m)
/// β(n) = Σⱼ (−1)ʲ·C(n − j·m, j)·(p·qᵐ)ʲ        p a win, q = 1 − p
/// ```
///
/// - Accuracy: IEEE `+ − × ÷` in a fixed order, so the same bits everywhere; some 10⁻⁹ of a
///   probability above 10⁻⁴.
/// - Source: de Moivre (1738), "The Doctrine of Chances", problem 74; Uspensky (1937),
///   "Introduction to Mathematical Probability", chapter 5.
public struct LongestLosingRun: Sendable {
  /// The number of bets n.
  private let bets: Int64
  /// The probability q of a loss.
  private let loss: Double
  /// The probability p of a win.
  private let win: Double

  /// Creates the distribution.
  ///
  /// - Parameters:
  ///   - bets: The number of bets, not negative.
  ///   - winProbability: The probability that a bet wins, `0...1`.
  public init(bets: Int64, winProbability: Double) {
    precondition(bets >= 0, "a number of bets must not be negative")
    precondition(winProbability >= 0 && winProbability <= 1, "a probability must lie in 0...1")
    self.bets = bets
    win = winProbability
    loss = 1 - winProbability
  }

  /// The median: the least length that the longest run does not exceed in half of all series.
  public var median: Int64 { quantile(0.5) }

  /// The length that the longest run does not exceed in 95 % of all series.
  public var percentile95: Int64 { quantile(0.95) }

  /// Computes the least length that the longest run exceeds with a probability of `1 − level` at
  /// the most.
  ///
  /// - Parameter level: A probability, `0.01...0.999`.
  /// - Returns: A length, `0...bets`.
  public func quantile(_ level: Double) -> Int64 {
    precondition(level >= 0.01 && level <= 0.999, "a level must lie in 0.01...0.999")
    guard win > 0 else { return bets }
    guard loss > 0 else { return 0 }
    // Starts near the length at which the expected number of longer runs is the one that the level
    // allows; then takes steps that double, to either side.
    let runs = Double(bets) * win / PortableMath.log(1, over: level)
    let near = PortableMath.log(max(1, runs), over: 1) / PortableMath.log(1, over: loss)
    var high = near < Double(bets) ? Int64(near) : bets
    var low = high
    var step: Int64 = 1
    if probability(ofAtMost: high) < level {
      repeat {
        (low, high, step) = (high, min(bets, high + step), 2 * step)
      } while high < bets && probability(ofAtMost: high) < level
    } else {
      repeat {
        (low, high, step) = (max(-1, low - step), low, 2 * step)
      } while low >= 0 && probability(ofAtMost: low) >= level
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if probability(ofAtMost: middle) < level { low = middle } else { high = middle }
    }
    return high
  }

  /// Computes the probability that the longest run is no longer than a length.
  ///
  /// - Accuracy: 0 if it is below some 10⁻⁶: the sum would cancel.
  ///
  /// - Parameter length: A number of losses.
  /// - Returns: A probability in `[0, 1]`.
  public func probability(ofAtMost length: Int64) -> Double {
    guard length >= 0 else { return 0 }
    guard length < bets else { return 1 }
    let run = length + 1
    let allLost = Self.power(loss, run)
    // The product is about the expected number of runs; none has a probability near e to minus
    // that.
    guard Double(bets - length) * win * allLost <= 14 else { return 0 }
    let sum =
      seriesSum(bets, run: run, weight: win * allLost)
      - allLost * seriesSum(bets - run, run: run, weight: win * allLost)
    return min(1, max(0, sum))
  }

  // MARK: - Implementation

  /// Computes β(n).
  private func seriesSum(_ n: Int64, run: Int64, weight: Double) -> Double {
    var sum = 1.0
    var sign = -1.0
    var j: Int64 = 1
    while n - j * run >= j {
      // C(n − j·m, j)·wʲ, each factor next to 1/j so that nothing overflows.
      let top = n - j * run
      var term = 1.0
      for i in 0..<j { term *= Double(top - i) * weight / Double(i + 1) }
      sum += sign * term
      if term < 1e-18 { break }
      sign = -sign
      j += 1
    }
    return sum
  }

  /// Computes a power by repeated squaring.
  private static func power(_ base: Double, _ exponent: Int64) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
