/// The finishers ahead of a runner and those level with it; both 0 if it did not finish.
struct RunnerRank {
  var ahead: Int32
  var tied: Int32
}

/// How many runners started a race and how many finished it.
struct RaceSize {
  var starters: Int32
  var finishers: Int32
}

extension RaceRanks {
  /// Calls `body` with every row of every race, in row order.
  @inline(__always)
  static func visitRunners(
    positions: Span<Int16>, raceStarts: Span<Int32>,
    _ body: (_ row: Int, _ runner: RunnerRank, _ race: RaceSize) -> Void
  ) {
    checkRaceStarts(raceStarts, rowCount: positions.count)
    guard raceStarts.count > 1, positions.count > 0 else { return }
    let table = PositionTable()
    // Safety: the pointer stays inside the closure, and checkRaceStarts bounds every row.
    positions.withUnsafeBufferPointer { positions in
      for race in 0..<(raceStarts.count - 1) {
        let first = Int(raceStarts[race])
        let rows = first..<Int(raceStarts[race + 1])
        let race = UnsafeBufferPointer(rebasing: positions[rows])
        let largest = largestPosition(race)
        // A gap up to position 9,999 would make the table dearer than comparing every pair.
        if race.count * race.count < largest {
          visitPairs(race) { body(first + $0, $1, $2) }
        } else {
          let finishers = table.load(race, largest: largest)
          let size = RaceSize(starters: Int32(race.count), finishers: finishers)
          for (offset, position) in race.enumerated() {
            body(first + offset, table[Int(position)], size)
          }
          table.clear(largest: largest)
        }
      }
    }
  }

  @inline(__always)
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

  /// Compares every runner with every other; for a few runners with far-away positions.
  private static func visitPairs(
    _ race: UnsafeBufferPointer<Int16>,
    _ body: (_ offset: Int, _ runner: RunnerRank, _ race: RaceSize) -> Void
  ) {
    let finishers = race.reduce(into: Int32(0)) { $0 += $1 > 0 ? 1 : 0 }
    let size = RaceSize(starters: Int32(race.count), finishers: finishers)
    for (offset, position) in race.enumerated() {
      var runner = RunnerRank(ahead: 0, tied: 0)
      if position > 0 {
        for other in race {
          runner.ahead += other > 0 && other < position ? 1 : 0
          runner.tied += other == position ? 1 : 0
        }
      }
      body(offset, runner, size)
    }
  }
}

/// Counts of finishers for every possible position, all zero between two races.
private struct PositionTable: ~Copyable {
  // Safety: sized for every Int16 position, allocated and freed here, and indexed by positions
  // that largestPosition has found not to be negative.
  private let ranks: UnsafeMutablePointer<RunnerRank>
  private static let capacity = Int(Int16.max) + 1

  init() {
    ranks = .allocate(capacity: Self.capacity)
    ranks.initialize(repeating: RunnerRank(ahead: 0, tied: 0), count: Self.capacity)
  }

  deinit { ranks.deallocate() }

  subscript(position: Int) -> RunnerRank {
    @inline(__always) get { ranks[position] }
  }

  /// Counts one race and returns its number of finishers.
  @inline(__always)
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

  @inline(__always)
  func clear(largest: Int) {
    for position in 0...largest { ranks[position] = RunnerRank(ahead: 0, tied: 0) }
  }
}
