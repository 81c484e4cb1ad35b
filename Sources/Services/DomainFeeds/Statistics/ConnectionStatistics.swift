import ColumnStore
import Columns
import EntityReports
import PoniRacing
import Racing
import RunnerKeys

/// The table `connection_stats`: figures of jockeys, trainers and horses, for other tools.
///
/// The figures use only stored spellings, like the runners: they equal those of `report
/// --no-aliases` as of the day after the last result, which is their `event_time`. A commit that
/// changes runners removes the table, so it is never older than the rows beside it; the committer
/// then writes it again.
public enum ConnectionStatistics {
  /// Whether a store has the table, or no data for it.
  ///
  /// - Parameter snapshot: The store's state.
  /// - Returns: False where ``refresh(_:threads:)`` would write.
  /// - Throws: ``StoredDataError`` `.report` if races are damaged.
  public static func isCurrent(_ snapshot: Snapshot) throws(StoredDataError) -> Bool {
    if snapshot.rowCount(of: RacingTables.connectionStats) > 0 { return true }
    return try StoredDataError.ofReport { () throws(ReportError) in
      try snapshot.lastResultDay == nil
    }
  }

  /// Writes the table if a store lacks it, in its own commit.
  ///
  /// - Edge cases: if the table exists, nothing is computed or committed.
  ///
  /// - Parameters:
  ///   - writer: The store's writer; it has nothing to commit.
  ///   - threads: The maximum number of threads.
  /// - Returns: The number of rows written; nil if there was nothing to do.
  /// - Throws: ``StoredDataError`` if the disk refuses; the store is then unchanged.
  @discardableResult
  public static func refresh(
    _ writer: StoreWriter, threads: Int = 1
  ) throws(StoredDataError) -> Int? {
    guard try !isCurrent(writer.before) else { return nil }
    try StoredDataError.ofStore { () throws(StoreError) in
      // Figures of damaged rows would be stored with a valid checksum, so check first.
      for table in ReportJob.tables.sorted() {
        _ = try writer.before.checkedSegments(of: table, threads: threads)
      }
    }
    let roles = StatisticsRole.allCases.map(\.rawValue)
    let figures = try StoredDataError.ofReport { () throws(ReportError) in
      try ConnectionFigures.computed(
        roles, from: writer.before, asOf: nil, aliases: NameAliases(), threads: threads)
    }
    guard let figures else { return nil }
    let codes = writer.dictionary("role")
    let all = zip(roles, figures.people).flatMap { role, people in
      rows(of: people, role: codes.code(role), threads: threads)
    }
    try StoredDataError.ofStore { () throws(StoreError) in
      try writer.replace(
        RacingTables.connectionStats, Month(of: figures.asOf),
        with: table(all, asOf: figures.asOf))
      try writer.commit(threads: threads)
    }
    return all.count
  }

  // MARK: - Implementation

  /// One name in one window with runs.
  fileprivate struct StatRow {
    let role: Int32
    let name: String
    let days: Int
    let runs: Int64
    let wins: Int64
    let bets: Int64
    let winRate: Int64?
    let roi: Int64?
  }

  private static func rows(
    of people: [ConnectionFigures.Person], role: Int32, threads: Int
  ) -> [StatRow] {
    let step = 4096
    let parts = Array(stride(from: 0, to: people.count, by: step))
    return ParallelTasks.map(count: parts.count, threads: threads) { part in
      people[parts[part]..<min(parts[part] + step, people.count)].flatMap { person in
        zip(ConnectionFigures.windowDays, person.rows).compactMap { days, row in
          row.map { StatRow($0, role: role, name: person.name, days: days) }
        }
      }
    }.flatMap { $0 }
  }

  private static func table(_ rows: [StatRow], asOf: Day) -> Table {
    func count(_ value: KeyPath<StatRow, Int64>) -> Column {
      Column(int32s: rows.map { Int32(clamping: $0[keyPath: value]) })
    }
    let time = Int64(asOf.number) * 86_400_000_000
    let columns: [Column] = [
      Column(.coded(dictionary: "role"), int32s: rows.map(\.role)),
      Column(texts: rows.map(\.name)),
      Column(int16s: rows.map { Int16($0.days) }),
      Column(.instant, int64s: rows.map { _ in time }),
      count(\.runs), count(\.wins),
      // A fraction with six decimals is exactly a percentage with four.
      Column(.micros, int64s: rows.map { $0.winRate.map { $0 * 100 } }),
      Column(.micros, int64s: rows.map(\.roi)),
      Column(booleans: rows.map { _ in false }),
      count(\.bets),
    ]
    return Table(
      fields: RacingTables.connectionStatFields, columns: columns, rowCount: rows.count)
  }
}

extension ConnectionStatistics.StatRow {
  fileprivate init(_ row: EntityReport.Row, role: Int32, name: String, days: Int) {
    let rates = row.micros(["win_rate", "sp_roi"])
    self.init(
      role: role, name: name, days: days, runs: row.figures.runs, wins: row.figures.wins,
      bets: row.figures.bets[0].bets, winRate: rates[0], roi: rates[1])
  }
}
