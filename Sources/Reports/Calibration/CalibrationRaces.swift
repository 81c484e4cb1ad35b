import Columns
import Kernels
import Racing
import RunnerKeys

/// Some thousand starters of whole races, each with a price, ready for scoring.
struct CalibrationRaces {
  /// Number of starters scored at a time, so that their columns stay in the second-level cache.
  static let starterLimit = 2048

  /// The facts of a race shared by its runners.
  struct Race {
    let number: Int32
    let band: Int
  }

  /// The prices of the month's runners, 0 for none.
  let prices: Buffer<Int64>
  private(set) var races: [Race] = []
  private(set) var raceStarts: [Int32] = [0]
  /// Per starter: its row in the month, price in 10⁻⁶, win share in 10⁻⁹, and profit of one unit.
  private(set) var rows: [Int32] = []
  private(set) var odds: [Int64] = []
  private(set) var shares: [Int64] = []
  private(set) var profits: [Int64] = []

  init(_ prices: Buffer<Int64>) { self.prices = prices }

  var isFull: Bool { rows.count >= Self.starterLimit }

  /// Returns the starters of a race.
  func starters(_ race: Int) -> Range<Int> { Int(raceStarts[race])..<Int(raceStarts[race + 1]) }

  /// Adds a race; each starter must have the price, and at least one must be first.
  ///
  /// - Parameters:
  ///   - race: Its facts.
  ///   - starters: Its rows of starters.
  ///   - first: Number of starters that are first.
  ///   - month: The month's columns.
  mutating func append(_ race: Race, _ starters: [Int32], first: Int, _ month: MonthView) {
    races.append(race)
    for row in starters {
      let price = prices[Int(row)]
      let isFirst = month.positions[Int(row)] == 1
      rows.append(row)
      odds.append(price)
      shares.append(Settlement.winShareNanos(isFirst: isFirst, tiedForFirst: first))
      profits.append(
        Settlement.winReturnedMicros(oddsMicros: price, isFirst: isFirst, tiedForFirst: first)
          - Settlement.unitStakeMicros)
    }
    raceStarts.append(Int32(rows.count))
  }

  /// Computes the probabilities by a method.
  func probabilities(_ baseline: Baseline) -> [Int64] {
    var probabilities = [Int64](repeating: 0, count: odds.count)
    var span = probabilities.mutableSpan
    RaceProbabilities.fill(
      &span, odds: odds.span, raceStarts: raceStarts.span, baseline: baseline)
    return probabilities
  }

  mutating func removeAll() {
    races.removeAll(keepingCapacity: true)
    raceStarts.removeAll(keepingCapacity: true)
    raceStarts.append(0)
    rows.removeAll(keepingCapacity: true)
    odds.removeAll(keepingCapacity: true)
    shares.removeAll(keepingCapacity: true)
    profits.removeAll(keepingCapacity: true)
  }
}
