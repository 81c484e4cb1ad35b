import ColumnStore
import Columns
import Kernels
import Racing
import RunnerKeys
import Synchronization

/// Computes runs, wins and return at starting price per jockey, trainer, horse …: the figures of a
/// report's `all` window, from four columns.
///
/// It is some ten times faster than ``ReportJob``, which also computes places, other prices,
/// intervals, form and losing runs.
public struct ROIJob: Sendable {
  /// The keys to group by.
  package let dimension: Dimension
  private let threads: Int
  private let snapshot: Snapshot
  private let segments: [Segment]
  private let groups: EntityGroups

  /// Prepares the sums over all stored races.
  ///
  /// - Parameters:
  ///   - dimension: The keys to group by.
  ///   - snapshot: The store's state to compute from.
  ///   - threads: Number of worker threads.
  /// - Throws: `ReportError` `.store` when races or runners are damaged.
  public init(
    _ dimension: Dimension, from snapshot: Snapshot, threads: Int = 1
  ) throws(ReportError) {
    self.dimension = dimension
    self.threads = max(1, threads)
    self.snapshot = snapshot
    segments = snapshot.segments(of: RacingTables.runners)
    try ReportError.ofStore { () throws(StoreError) in
      for segment in snapshot.segments(of: RacingTables.runners) { try segment.checkColumns() }
    }
    groups = try EntityGroups(dimension, snapshot)
  }

  /// Adds up all races.
  ///
  /// - Returns: A row per entity with a starter, by runs, most first, then by the keys' bytes.
  /// - Throws: `ReportError` `.store` when runners have values that no import writes.
  public func run() throws(ReportError) -> ROITable {
    guard let sums = self.sums() else {
      throw .store(snapshot.damage(in: [RacingTables.runners], threads: threads))
    }
    try snapshot.confirmReports()
    let found = (0..<groups.count).filter { sums[$0].runs > 0 }
      .sorted {
        sums[$0].runs != sums[$1].runs
          ? sums[$0].runs > sums[$1].runs : groups.precedes($0, $1)
      }
    return ROITable(
      dimension: dimension,
      rows: found.map { ROITable.Row(keys: groups.names($0), sums: sums[$0]) })
  }

  // MARK: - Implementation

  /// Computes the groups' sums; nil if some row has an unknown group.
  private func sums() -> [GroupedROI.Sums]? {
    let months = segments.indices.map {
      ROIColumns(segments[$0].rows, groups: groups.months[$0])
    }
    let pieces = months.flatMap { month in month.pieces.map { (month, $0) } }
    let next = Atomic(0)
    let total = Mutex(GroupedROI(groupCount: groups.count))
    Parallel.concurrentRanges(
      count: min(threads, max(1, pieces.count)), threads: min(threads, max(1, pieces.count))
    ) { _ in
      var own = GroupedROI(groupCount: groups.count)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < pieces.count else { break }
        let (month, rows) = pieces[index]
        month.add(rows, to: &own)
      }
      total.withLock { $0.merge(own) }
    }
    return total.withLock { total in
      total.isSound ? (0..<groups.count).map { total[$0] } : nil
    }
  }
}

/// The answer of ``ROIJob``.
public struct ROITable: Sendable, Equatable {
  /// The keys that it is grouped by.
  package let dimension: Dimension
  /// One row per entity with a starter.
  public let rows: [Row]

  /// One entity's figures.
  public struct Row: Sendable, Equatable {
    /// The entity's keys.
    public let keys: [String]
    /// Starters.
    public let runs: Int64
    /// Starters with position 1.
    public let wins: Int64
    /// Starters with a starting price: bets of one unit.
    public let bets: Int64
    /// The returns of the bets, 10⁻⁶ units; a dead heat for first pays its share.
    public let returnedMicros: Int64

    /// Return on investment at starting price, `returned / bets − 1`; nil without a bet.
    public var roi: Double? {
      let turnover = Settlement.turnoverMicros(bets: bets)
      return Rate.roi.of([.profit: returnedMicros - turnover, .turnover: turnover]).value
    }

    init(keys: [String], sums: GroupedROI.Sums) {
      self.keys = keys
      (runs, wins, bets) = (sums.runs, sums.wins, sums.bets)
      returnedMicros = sums.returned
    }
  }
}
