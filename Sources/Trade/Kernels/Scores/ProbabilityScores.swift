import Columns

/// The scores of many runners' probabilities, added up, and the figures that follow from them.
///
/// Sums are integers, so they are the same in any order.
public struct ProbabilityScores: Equatable, Sendable {
  /// Runners.
  public private(set) var runs: Int64 = 0
  /// Σ y, in 10⁻⁹.
  public private(set) var shares: Int64 = 0
  /// Σ p, in 10⁻⁹.
  public private(set) var expected: Int64 = 0
  /// Σ (p − y)², in 10⁻¹⁸.
  public private(set) var squares: Int128 = 0
  /// Σ of the runners' losses, in 10⁻⁹ of a nat.
  public private(set) var losses: Int64 = 0
  /// Σ −y·ln p, in 10⁻⁹ of a nat.
  public private(set) var winnerLosses: Int64 = 0
  /// Σ y·ln n, in 10⁻⁹ of a nat: the losses of equal chances.
  public private(set) var fieldLosses: Int64 = 0
  /// Races with a runner here.
  public private(set) var races: Int64 = 0
  /// Σ P(1 − P) over races, P being the chance that one of the race's runners here wins; 10⁻¹⁸.
  public private(set) var variance: Int128 = 0

  /// Creates empty sums.
  public init() {}

  /// Adds a runner.
  public mutating func add(_ terms: ProbabilityTerms) {
    runs += 1
    shares += terms.share
    expected += terms.probability
    squares += terms.square
    losses += terms.loss
    winnerLosses += terms.winnerLoss
    fieldLosses += terms.fieldLoss
  }

  /// Adds a race whose runners were added.
  ///
  /// - Parameters:
  ///   - chance: The sum of their probabilities, in 10⁻⁹.
  ///   - isWhole: Whether they are the race's whole field: one of them wins for certain.
  public mutating func addRace(chance: Int64, isWhole: Bool) {
    races += 1
    if !isWhole { variance += Int128(chance) * Int128(ProbabilityTerms.one - chance) }
  }

  /// Adds the sums of other races.
  public mutating func add(_ other: ProbabilityScores) {
    runs += other.runs
    shares += other.shares
    expected += other.expected
    squares += other.squares
    losses += other.losses
    winnerLosses += other.winnerLosses
    fieldLosses += other.fieldLosses
    races += other.races
    variance += other.variance
  }
}

extension ProbabilityScores {
  /// Standard errors between actual and expected wins, each runner taken alone, with the mean
  /// probability: (A − E) / √(E·(N − E) / N).
  ///
  /// - Edge cases: nil unless 0 < E < N.
  /// - Source: Benter (1994), "Computer Based Horse Race Handicapping and Wagering Systems", the
  ///   tables whose standard error is that of the expected frequency.
  public var z: Double? {
    let count = Double(runs) * 1e9
    let spread = Double(expected) * (count - Double(expected))
    return spread > 0 ? Double(shares - expected) / (spread / count * 1e9).squareRoot() : nil
  }

  /// Standard errors between actual and expected wins, with the runners of one race together:
  /// (A − E) / √(Σ P·(1 − P)).
  ///
  /// - Edge cases: nil unless the variance is positive, which it is not for whole fields.
  public var raceZ: Double? {
    variance > 0 ? Double(shares - expected) / Double(variance).squareRoot() : nil
  }

  /// McFadden's pseudo-R²: 1 − Σ loss / Σ loss of the mean share y = A/N for every runner.
  ///
  /// - Edge cases: nil unless 0 < A < N.
  /// - Source: McFadden (1974), "Conditional Logit Analysis of Qualitative Choice Behavior".
  public var pseudoR2: Double? {
    let (won, count) = (Double(shares), Double(runs) * 1e9)
    guard won > 0, won < count else { return nil }
    let base =
      won * PortableMath.log(count, over: won)
      + (count - won) * PortableMath.log(count, over: count - won)
    return 1 - Double(losses) / base
  }
}
