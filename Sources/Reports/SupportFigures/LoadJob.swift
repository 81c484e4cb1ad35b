import ColumnStore
import Columns
import Racing
import StoreTables

/// Computes the load of support on each day, with the other events of the day; it alone combines
/// all domains of a store.
public struct LoadJob {
  let snapshot: Snapshot
  let asOf: Day
  /// The first day to count; nil for all.
  let first: Day?

  /// The tables that it reads.
  public static let tables = SupportJob.tables.union([
    RacingTables.races, RacingTables.runners, BettingTables.bets, PromotionTables.items,
    PromotionTables.boosts, SeasonTables.pointsLedger,
  ])

  /// Creates the job.
  ///
  /// - Parameters:
  ///   - days: The number of days; nil for all.
  ///   - asOf: The exclusive end of the days.
  ///   - snapshot: The store.
  public init(days: Int?, before asOf: Day, from snapshot: Snapshot) {
    self.snapshot = snapshot
    self.asOf = asOf
    first = days.map { asOf - $0 }
  }

  /// The number of rows of its tables, for progress.
  public var rowCount: Int { rowCount(of: Self.tables) }

  /// Computes the days.
  ///
  /// - Parameter progress: Takes the number of rows counted since it was called before, once per
  ///   domain.
  /// - Returns: The days with any event, in order.
  /// - Throws: ``SupportError`` `.store` when a table is damaged.
  public func run(progress: (Int) -> Void = { _ in }) throws(SupportError) -> [LoadDay] {
    do {
      let support = try support()
      progress(rowCount(of: SupportJob.tables))
      let racing = try racing()
      progress(rowCount(of: [RacingTables.races, RacingTables.runners]))
      let betting = try betting()
      progress(rowCount(of: [BettingTables.bets]))
      let promotions = try promotions()
      progress(rowCount(of: [PromotionTables.items, PromotionTables.boosts]))
      let points = try points()
      progress(rowCount(of: [SeasonTables.pointsLedger]))
      try snapshot.confirm()
      let days = Set(support.days.keys).union(racing.days.keys).union(betting.days.keys)
        .union(promotions.days.keys).union(points.days.keys)
      return days.sorted().map { day in
        LoadDay(
          day: day, support: support[day] ?? SupportLoad(), racing: racing[day],
          betting: betting[day], promotions: promotions[day], points: points[day])
      }
    } catch {
      throw .store(error)
    }
  }

  private func rowCount(of tables: Set<String>) -> Int {
    tables.reduce(0) { $0 + snapshot.rowCount(of: $1) }
  }
}
