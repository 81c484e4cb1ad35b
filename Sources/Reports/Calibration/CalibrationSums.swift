import Kernels
import Racing

/// One group's sums, filled runner by runner and race by race.
struct CalibrationSums: Sendable {
  private(set) var scores = ProbabilityScores()
  private(set) var wins: Int64 = 0
  /// Level stakes of one unit, net of commission; 10⁻⁶.
  private(set) var profit: Int64 = 0

  /// The race that is being added; −1 for none.
  private var race: Int32 = -1
  private var raceRuns: Int32 = 0
  private var raceStarters: Int32 = 0
  private var raceChance: Int64 = 0
  private var raceProfit: Int64 = 0

  /// A runner as a group counts it.
  struct Run: BitwiseCopyable {
    /// The number of its race, unique within the sums.
    var race: Int32
    var starters: Int32
    var probability: Int64
    var won: Bool
    /// One unit's profit before commission; 10⁻⁶.
    var profit: Int64
  }

  /// Adds a runner; all runners of a race must be consecutive.
  @inline(__always)
  mutating func add(_ run: Run, _ terms: ProbabilityTerms, _ commission: Commission?) {
    if run.race != race {
      closeRace(commission)
      race = run.race
      raceStarters = run.starters
    }
    scores.add(terms)
    wins += run.won ? 1 : 0
    raceRuns += 1
    raceChance += run.probability
    raceProfit += run.profit
  }

  /// Settles the race that is being added.
  ///
  /// - Parameter commission: The exchange's; nil at bookmakers.
  mutating func closeRace(_ commission: Commission?) {
    guard race >= 0 else { return }
    scores.addRace(chance: raceChance, isWhole: raceRuns == raceStarters)
    profit += raceProfit - (commission?.commissionMicros(onMarketNet: raceProfit) ?? 0)
    race = -1
    raceRuns = 0
    raceChance = 0
    raceProfit = 0
  }

  /// Adds the sums of other races, all of them closed.
  mutating func add(_ other: CalibrationSums) {
    scores.add(other.scores)
    wins += other.wins
    profit += other.profit
  }
}
