import Columns
import Racing

/// How many starters have a price of one basis, and how many have not.
public struct PriceCoverage: Equatable, Codable, Sendable {
  /// Starters with a price.
  public var with = 0
  /// Starters without one.
  public var without = 0

  /// Nobody yet.
  public init() {}
}

/// Figures of all starters together, whether their keys are known or not.
struct Population: Equatable, Codable, Sendable {
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
  ///
  /// - Parameters:
  ///   - rows: The race's rows of the month.
  ///   - started: How many of them started.
  ///   - outcomes: The month's outcomes.
  ///   - mask: The runners that count; nil where all do.
  mutating func count(
    _ rows: Range<Int>, started: Int, _ outcomes: UnsafePointer<Int32>, mask: Bitmap?
  ) {
    if mask == nil && started == rows.count {
      starters += started
      races += rows.isEmpty ? 0 : 1
      return
    }
    var isCounted = false
    for row in rows where mask?[row] ?? true {
      isCounted = true
      switch Outcome(rawValue: UInt8(outcomes[row]))! {
      case .nonRunner: nonRunners += 1
      case .void, .unresolved: unresolved += 1
      default: starters += 1
      }
    }
    if isCounted { races += 1 }
  }

  /// Counts a chunk's starters that count, their wins and their prices.
  mutating func add(_ chunk: borrowing StarterChunk, bands: AgeBands, mask: Bitmap?) {
    var totals = FlagCounts()
    for race in 0..<chunk.raceCount {
      var own = FlagCounts()
      for starter in chunk.starters(race) where mask?[Int(chunk.rows[starter])] ?? true {
        own.add(chunk.flags[starter])
      }
      totals.add(own)
      guard let band = bands.band(age: Int(chunk.races[race].age)) else { continue }
      runs[Int(band)] += Int64(own.runs)
      wins[Int(band)] += Int64(own.wins)
    }
    for (basis, with) in totals.bets.enumerated() {
      prices[basis].with += with
      prices[basis].without += totals.runs - with
    }
  }

  /// All runs and wins of the newest bands.
  func totals(bands count: Int) -> (runs: Int64, wins: Int64) {
    (runs.prefix(count).reduce(0, +), wins.prefix(count).reduce(0, +))
  }

  /// Adds the figures of another stretch, in the same bands.
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
}

/// How many starters carry which flag.
private struct FlagCounts {
  var runs = 0
  var wins = 0
  private var sp = 0
  private var tote = 0
  private var bsp = 0

  var bets: [Int] { [sp, tote, bsp] }

  @inline(__always)
  mutating func add(_ flags: UInt8) {
    runs &+= 1
    wins &+= Int(flags & StarterFlags.won)
    sp &+= Int(flags & StarterFlags.sp) >> 2
    tote &+= Int(flags & StarterFlags.tote) >> 3
    bsp &+= Int(flags & StarterFlags.bsp) >> 4
  }

  mutating func add(_ other: FlagCounts) {
    runs += other.runs
    wins += other.wins
    sp += other.sp
    tote += other.tote
    bsp += other.bsp
  }
}
