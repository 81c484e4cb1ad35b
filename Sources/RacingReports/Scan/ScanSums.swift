/// What a scan left behind.
struct ScanSums: Sendable {
  /// Per task, the sums of stretches that follow one another.
  private(set) var tallies: [[EntityTally]]
  /// Per cohort.
  private(set) var populations: [Population]
  /// Whether all rows were what an import writes; else the sums are of no use.
  private(set) var isSound: Bool

  init(tallies: [[EntityTally]], populations: [Population], isSound: Bool) {
    self.tallies = tallies
    self.populations = populations
    self.isSound = isSound
  }

  /// Adds the sums of what comes later in time.
  mutating func append(_ later: ScanSums) {
    for task in tallies.indices { tallies[task] += later.tallies[task] }
    add(later.populations)
    isSound = isSound && later.isSound
  }

  /// Adds the populations of another stretch.
  mutating func add(_ others: [Population]) {
    for cohort in populations.indices { populations[cohort].merge(others[cohort]) }
  }
}
