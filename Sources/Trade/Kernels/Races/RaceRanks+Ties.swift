/// The finishers ahead of a runner and those level with it; both 0 if it did not finish.
struct RunnerRank {
  var ahead: Int32
  var tied: Int32
}

extension RaceRanks {
  /// Fills any race: ties, gaps, far-away positions, many starters.
  static func fillAny(
    _ race: UnsafeBufferPointer<Int16>, _ out: Output, _ counts: borrowing PositionCounts
  ) {
    let largest = largestPosition(race)
    // A gap up to position 9,999 would make the table cost more than comparing every pair.
    if race.count * race.count < largest {
      let finishers = race.reduce(into: Int64(0)) { $0 += $1 > 0 ? 1 : 0 }
      for (offset, position) in race.enumerated() {
        write(rank(position, in: race), offset, finishers, race.count, out)
      }
      return
    }
    let finishers = Int64(counts.load(race, largest: largest))
    for (offset, position) in race.enumerated() {
      write(counts[Int(position)], offset, finishers, race.count, out)
    }
    counts.clear(largest: largest)
  }

  // MARK: - Implementation

  @inline(__always)
  private static func write(
    _ runner: RunnerRank, _ offset: Int, _ finishers: Int64, _ starters: Int, _ out: Output
  ) {
    let starters = Int64(starters)
    let doubledRank =
      runner.tied > 0
      ? 2 * Int64(runner.ahead) + Int64(runner.tied) + 1 : finishers + 1 + starters
    out.prb[offset] = beaten(doubledRank: doubledRank, starters: starters)
    out.tied[offset] = Int16(clamping: runner.tied)
  }

  private static func largestPosition(_ race: UnsafeBufferPointer<Int16>) -> Int {
    var smallest: Int16 = 0
    var largest: Int16 = 0
    for position in race {
      smallest = min(smallest, position)
      largest = max(largest, position)
    }
    precondition(smallest == 0, "a finishing position must not be negative")
    return Int(largest)
  }

  /// Compares a runner with every other; for a few runners with far-away positions.
  private static func rank(
    _ position: Int16, in race: UnsafeBufferPointer<Int16>
  ) -> RunnerRank {
    var runner = RunnerRank(ahead: 0, tied: 0)
    guard position > 0 else { return runner }
    for other in race {
      runner.ahead += other > 0 && other < position ? 1 : 0
      runner.tied += other == position ? 1 : 0
    }
    return runner
  }
}

/// Counts of finishers for every possible position, all zero between two races.
struct PositionCounts: ~Copyable {
  // Safety: sized for every Int16 position, allocated and freed here, and indexed by positions
  // that largestPosition has found not to be negative.
  private let ranks: UnsafeMutablePointer<RunnerRank>
  private static let capacity = Int(Int16.max) + 1

  init() {
    ranks = .allocate(capacity: Self.capacity)
    ranks.initialize(repeating: RunnerRank(ahead: 0, tied: 0), count: Self.capacity)
  }

  deinit { ranks.deallocate() }

  subscript(position: Int) -> RunnerRank { ranks[position] }

  /// Counts one race and returns its number of finishers.
  func load(_ race: UnsafeBufferPointer<Int16>, largest: Int) -> Int32 {
    for position in race { ranks[Int(position)].tied &+= 1 }
    ranks[0].tied = 0
    var ahead: Int32 = 0
    for position in 0...largest {
      ranks[position].ahead = ahead
      ahead &+= ranks[position].tied
    }
    return ahead
  }

  func clear(largest: Int) {
    for position in 0...largest { ranks[position] = RunnerRank(ahead: 0, tied: 0) }
  }
}
