import Columns
import Racing

/// How many starters have a price of one basis, and how many have not.
public struct PriceCoverage: Equatable, Sendable {
  /// Starters with a price.
  public var with = 0
  /// Starters without one.
  public var without = 0

  /// Nobody yet.
  public init() {}
}

/// Figures of all starters together, whether their keys are known or not.
struct Population: Equatable {
  /// Per age band.
  private(set) var runs: [Int64]
  private(set) var wins: [Int64]
  private(set) var races = 0
  private(set) var starters = 0
  private(set) var nonRunners = 0
  private(set) var unresolved = 0
  /// In the order of the price bases.
  private(set) var prices = PriceBasis.allCases.map { _ in PriceCoverage() }

  init(bandCount: Int) {
    runs = Array(repeating: 0, count: bandCount)
    wins = runs
  }

  /// Counts a race's runners by what they came to, and the race where one counts.
  mutating func count(race: Int, of month: MonthView, mask: Bitmap?) {
    var isCounted = false
    for row in month.rows(ofRace: race) where mask?[row] ?? true {
      isCounted = true
      switch Outcome(rawValue: UInt8(month.outcomes[row]))! {
      case .nonRunner: nonRunners += 1
      case .void, .unresolved: unresolved += 1
      default: starters += 1
      }
    }
    if isCounted { races += 1 }
  }

  /// Counts a chunk's starters that count, their wins and their prices.
  mutating func add(_ chunk: StarterChunk, bands: AgeBands, mask: Bitmap?) {
    for race in 0..<chunk.raceCount {
      let band = bands.band(age: chunk.ages[race])
      for starter in chunk.starters(race) where mask?[Int(chunk.rows[starter])] ?? true {
        let one = chunk.contribution(starter, race: race)
        count(one.sp != nil, 0)
        count(one.tote != nil, 1)
        count(one.bsp != nil, 2)
        guard let band else { continue }
        runs[Int(band)] += 1
        wins[Int(band)] += one.won ? 1 : 0
      }
    }
  }

  mutating func merge(_ other: Population) {
    for band in runs.indices {
      runs[band] += other.runs[band]
      wins[band] += other.wins[band]
    }
    races += other.races
    starters += other.starters
    nonRunners += other.nonRunners
    unresolved += other.unresolved
    for basis in prices.indices {
      prices[basis].with += other.prices[basis].with
      prices[basis].without += other.prices[basis].without
    }
  }

  private mutating func count(_ isPriced: Bool, _ basis: Int) {
    if isPriced { prices[basis].with += 1 } else { prices[basis].without += 1 }
  }
}
