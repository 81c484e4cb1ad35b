import CKernels
import Columns
import Questions
import Racing
import RunnerKeys

/// Figures of all starters together, with known or unknown keys.
package struct Population: Equatable, Codable, Sendable {
  /// Per age band.
  private(set) var runs: [Int64]
  private(set) var wins: [Int64]
  private(set) var races = 0
  private(set) var starters = 0
  private(set) var nonRunners = 0
  private(set) var unresolved = 0
  /// In the order of the price bases.
  private(set) var prices = PriceBasis.allCases.map { _ in PriceCoverage() }
  /// Coverage of the named price of bets; nil without such bets, or starters.
  private(set) var namedPrice: PriceCoverage?

  package init(bandCount: Int) {
    runs = Array(repeating: 0, count: bandCount)
    wins = runs
  }

  /// Counts a race's runners by outcome, and the race if one of them counts.
  ///
  /// - Parameters:
  ///   - rows: The race's rows of the month.
  ///   - started: Number of starters among them.
  ///   - outcomes: The month's outcomes.
  ///   - mask: The runners that count; nil if all count.
  mutating func count(
    _ rows: Range<Int>, started: Int, _ outcomes: Buffer<Int32>, mask: Bitmap?
  ) {
    if mask == nil && started == rows.count {
      starters += started
      races += rows.isEmpty ? 0 : 1
      return
    }
    var isCounted = false
    for row in rows where mask?[row] ?? true {
      isCounted = true
      // Any other code is damage, which the chunk reports.
      switch Outcome(rawValue: UInt8(truncatingIfNeeded: outcomes[row])) {
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
    var race = 0
    while race < chunk.raceCount {
      let band = bands.band(age: Int(chunk.races[race].age))
      // Races come in time order, so the races of a band are consecutive.
      var end = race + 1
      while end < chunk.raceCount, bands.band(age: Int(chunk.races[end].age)) == band { end += 1 }
      let own = FlagCounts(chunk, Int(chunk.raceStarts[race])..<Int(chunk.raceStarts[end]), mask)
      totals.add(own)
      if let band {
        runs[Int(band)] += own.runs
        wins[Int(band)] += own.wins
      }
      race = end
    }
    for (basis, with) in totals.bets.enumerated() {
      prices[basis].with += Int(with)
      prices[basis].without += Int(totals.runs - with)
    }
    guard let with = chunk.optional.pricedCount(chunk.rows.values, mask) else { return }
    add(PriceCoverage(with: with, without: Int(totals.runs) - with))
  }

  /// Adds an engine's counts of one band's runners, or of runners outside all windows.
  ///
  /// - Parameters:
  ///   - races: The races in which a runner counts.
  ///   - runners: Runners of these races, of any outcome.
  ///   - starters: The starters among them.
  ///   - nonRunners: The non-runners among them.
  ///   - wins: Starters that won.
  ///   - bets: Starters with a bet, in the order of the price bases, then at a named price.
  ///   - band: The age band; nil for none.
  package mutating func add(
    races: Int, runners: Int, starters: Int, nonRunners: Int, wins: Int, bets: [Int], band: Int?
  ) {
    self.races += races
    self.starters += starters
    self.nonRunners += nonRunners
    unresolved += runners - starters - nonRunners
    for basis in prices.indices {
      prices[basis].with += bets[basis]
      prices[basis].without += starters - bets[basis]
    }
    for with in bets.dropFirst(prices.count) {
      add(PriceCoverage(with: with, without: starters - with))
    }
    guard let band else { return }
    runs[band] += Int64(starters)
    self.wins[band] += Int64(wins)
  }

  /// Returns all runs and wins of the newest bands.
  func totals(bands count: Int) -> (runs: Int64, wins: Int64) {
    (runs.prefix(count).reduce(0, +), wins.prefix(count).reduce(0, +))
  }

  private mutating func add(_ coverage: PriceCoverage) {
    namedPrice = PriceCoverage(
      with: (namedPrice?.with ?? 0) + coverage.with,
      without: (namedPrice?.without ?? 0) + coverage.without)
  }

  /// Adds the figures of another stretch, with the same bands.
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
    if let coverage = other.namedPrice { add(coverage) }
  }
}

/// Numbers of starters with each flag.
private struct FlagCounts {
  var runs: Int64 = 0
  /// Numbers of wins and of bets at sp, tote and bsp.
  private var counts: InlineArray<4, Int64> = [0, 0, 0, 0]

  /// Creates counts of 0.
  init() {}

  /// Counts the starters that pass the mask.
  init(_ chunk: borrowing StarterChunk, _ starters: Range<Int>, _ mask: Bitmap?) {
    guard let mask else {
      runs = Int64(starters.count)
      var counts = counts.mutableSpan
      // Safety: all starters have flags, and `counts` has room for four.
      counts.withUnsafeMutableBufferPointer {
        rb_count_flags(
          chunk.flags.start + starters.lowerBound, Int64(starters.count), $0.baseAddress)
      }
      return
    }
    for starter in starters where mask[Int(chunk.rows[starter])] {
      let flags = chunk.flags[starter]
      runs &+= 1
      counts[0] &+= Int64(flags & StarterFlags.won)
      counts[1] &+= Int64(flags & StarterFlags.sp) >> 2
      counts[2] &+= Int64(flags & StarterFlags.tote) >> 3
      counts[3] &+= Int64(flags & StarterFlags.bsp) >> 4
    }
  }

  var wins: Int64 { counts[0] }
  var bets: [Int64] { [counts[1], counts[2], counts[3]] }

  mutating func add(_ other: FlagCounts) {
    runs += other.runs
    for index in counts.indices { counts[index] += other.counts[index] }
  }
}
