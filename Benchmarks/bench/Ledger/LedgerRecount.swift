/// A season counted by plain loops over the generator's rows, by no code of the engine.
struct LedgerRecount {
  private let club: LedgerClub
  private(set) var points: [Int64]
  private(set) var counts: [Int64]
  private(set) var reachedAt: [Int64?]
  /// The points of those who are members at the row that was added last.
  private var running: Int64 = 0
  /// Runners who leave, in time order, behind those who have left.
  private var leavers: [Int]

  init(_ club: LedgerClub) {
    self.club = club
    points = Array(repeating: 0, count: LedgerClub.runnerCount)
    counts = points
    reachedAt = club.thresholds.map { _ in nil }
    leavers = (0..<LedgerClub.runnerCount).filter { club.isUA[$0] && club.leftAt[$0] < .max }
      .sorted { club.leftAt[$0] > club.leftAt[$1] }
  }

  mutating func add(_ block: LedgerBlock) {
    for row in block.times.indices where !block.isSpent[row] && !block.isOfNoSeason[row] {
      let time = block.times[row]
      while let leaver = leavers.last, club.leftAt[leaver] <= time {
        running -= points[leaver]
        leavers.removeLast()
      }
      let runner = Int(block.runners[row])
      points[runner] += Int64(block.points[row])
      counts[runner] += 1
      if club.isUA[runner], time < club.leftAt[runner] { running += Int64(block.points[row]) }
      for (index, threshold) in club.thresholds.enumerated()
      where reachedAt[index] == nil && running >= threshold {
        reachedAt[index] = time
      }
    }
  }

  /// The points of those who never left the team UA.
  var teamTotal: Int64 {
    points.indices.filter { club.isUA[$0] && club.leftAt[$0] == .max }.reduce(0) { $0 + points[$1] }
  }
}
