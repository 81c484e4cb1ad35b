/// A group's wins and returns at the starting price, and those that the market promises.
///
/// ```
/// excess = (wins − Σp) / √ΣP(1 − P)        P = Σp of the group's runners in one race
/// luck   = (returned − μ) / √V             as in ``Luck``
/// ```
///
/// - Units: standard deviations.
/// - Edge cases: NaN without a variance, for example if a group has all runners of its races.
package struct ExcessSums: BitwiseCopyable, Sendable {
  /// Runners that have a probability.
  package private(set) var runs: Int64 = 0
  /// Win shares, and probabilities, 10⁻⁹.
  private var shares: Int64 = 0
  private var expected: Int64 = 0
  /// Σ P(1 − P), 10⁻¹⁸.
  private var variance: Int128 = 0
  private var luck = LuckSums()

  private static let one: Int64 = 1_000_000_000

  /// Creates empty sums.
  package init() {}

  /// The sums of a group's runners in one race.
  package struct Race: Sendable {
    fileprivate var runs: Int64 = 0
    fileprivate var shares: Int64 = 0
    fileprivate var expected: Int64 = 0
    fileprivate var luck = LuckSums.Race()

    /// Creates empty sums.
    package init() {}

    /// Adds a runner.
    package mutating func add(_ runner: PricedRunner) {
      runs += 1
      shares += runner.share
      expected += runner.probability
      if runner.odds > 0 {
        luck.add(odds: runner.odds, returned: runner.returned, runner.promise)
      }
    }
  }

  /// Adds a race.
  ///
  /// - Parameters:
  ///   - race: The group's runners in it.
  ///   - total: The probabilities of all runners, 10⁻⁹: 1 except for their rounding.
  package mutating func add(_ race: Race, of total: Int64) {
    runs += race.runs
    shares += race.shares
    expected += race.expected
    variance += Int128(race.expected) * Int128(max(0, min(total, Self.one) - race.expected))
    if race.luck.bets > 0 { luck.add(race.luck) }
  }

  /// The promised wins, 10⁻⁹, and returns, 10⁻⁶, with which redrawn ones are compared.
  var promised: SIMD2<Int64> { [expected, luck.expected] }

  /// One over the standard deviations of wins and returns, in the same units.
  var scales: SIMD2<Double> {
    [
      variance > 0 ? 1 / Double(variance).squareRoot() : .nan,
      luck.variance > 0 ? 1 / (Double(luck.variance) * 1e6).squareRoot() : .nan,
    ]
  }

  /// The excess of wins, and the luck in returns.
  package var excess: SIMD2<Double> {
    [Double(shares - expected), Double(luck.returned - luck.expected)] * scales
  }
}

/// A runner with a probability, and the result of a bet on it at the starting price.
package struct PricedRunner: BitwiseCopyable, Sendable {
  /// The market's probability, 10⁻⁹.
  package let probability: Int64
  /// The starting price, 10⁻⁶; 0 for none.
  package let odds: Int64
  /// Its share of the win, 10⁻⁹: less than one in a dead heat.
  let share: Int64
  /// The return of one unit, 10⁻⁶.
  let returned: Int64
  let promise: LuckSums.Promise

  /// Describes a runner.
  ///
  /// - Parameters:
  ///   - probability: The market's probability, 10⁻⁹, above 0.
  ///   - odds: The starting price, 10⁻⁶; 0 for none.
  ///   - share: Its share of the win, 10⁻⁹.
  ///   - returned: The return of one unit, 10⁻⁶.
  package init(probability: Int64, odds: Int64, share: Int64, returned: Int64) {
    self.probability = probability
    self.odds = odds
    self.share = share
    self.returned = returned
    promise = LuckSums.Promise(odds: odds, probability: probability)
  }
}
