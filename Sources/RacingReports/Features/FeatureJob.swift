import ColumnStore
import Columns
import Kernels
import Racing

/// Computes point-in-time features from a snapshot: each starter with what was known before its day.
///
/// Sums are integers, so a table is the same on one thread or many; each real figure is one
/// division.
public struct FeatureJob: Sendable {
  private let request: FeatureRequest
  private let snapshot: Snapshot

  /// Prepares features.
  ///
  /// - Parameters:
  ///   - request: What to compute.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: ``ReportError`` `.noRaces` when the store holds no race.
  public init(_ request: FeatureRequest, from snapshot: Snapshot) throws(ReportError) {
    guard snapshot.rowCount(of: RacingTables.races) > 0 else {
      throw .noRaces(store: snapshot.store, asOf: nil)
    }
    self.request = request
    self.snapshot = snapshot
  }

  /// Computes the table.
  ///
  /// - Parameter progress: Told which dimension comes next.
  /// - Returns: A row per starter; none where the days asked for have no race.
  public func run(progress: (_ dimension: Dimension) -> Void = { _ in }) -> FeatureTable {
    let months = months()
    var columns = KeyColumns(months: months, snapshot: snapshot, aliases: request.aliases)
    let masks = FilterMasks(
      [request.filter].compactMap { $0 }, &columns, threads: request.threads)[request.filter]
    let rows = StarterRows(
      months: months, races: months.map(races),
      hasRow: request.includesUnresolved ? .startersAndUnresolved : .starters,
      threads: request.threads)
    let dated = datedRows(rows, masks)
    let range = rows.range(from: request.from)
    var named = identity(rows, range, &columns)
    for dimension in request.dimensions {
      progress(dimension)
      let codes = EntityCodes(dimension, &columns, threads: request.threads)
      let ofRunners = months.indices.map { codes.months[$0].slice(rows.runners($0)) }
      named += features(dimension, ofRunners, codes.count, dated, range)
    }
    return FeatureTable(table: Table(named))
  }

  // MARK: - Implementation

  private typealias Named = [(name: String, column: Column)]

  /// The months that have rows, or that a window of theirs reaches into.
  private func months() -> [MonthView] {
    let needsAll =
      request.filter != nil || request.dimensions.contains { !$0.keys.allSatisfy(Self.isStored) }
    let first = needsAll ? nil : firstDay.map { Month(of: $0) }
    let last = request.to.map { Month(of: $0) }
    let segments = snapshot.segments(of: RacingTables.runners).filter { segment in
      first.map { $0 <= segment.month } ?? true && last.map { segment.month <= $0 } ?? true
    }
    return ParallelTasks.map(count: segments.count, threads: request.threads) { index in
      let races = snapshot.segment(of: RacingTables.races, month: segments[index].month)!
      return MonthView(races: races.rows, segments[index])
    }
  }

  /// Whether a key's values are stored, and so need no other month's rows.
  private static func isStored(_ key: String) -> Bool { RacingTables.flatField(key) != nil }

  /// The first day that counts for some row; nil where all days do.
  private var firstDay: Day? {
    guard let from = request.from, request.windows.allSatisfy({ $0.days != nil }) else {
      return nil
    }
    let longest = request.windows.compactMap(\.days).max() ?? 0
    // Years before 1 have no calendar here, nor any race.
    return from.number > -719_000 + Int32(longest) ? from - longest : nil
  }

  private func races(_ month: MonthView) -> Range<Int> {
    let first = firstDay.map { month.raceCount(before: $0) } ?? 0
    let last = request.to.map { month.raceCount(before: $0 + 1) } ?? month.races.rowCount
    return min(first, last)..<last
  }

  private func datedRows(_ rows: StarterRows, _ masks: [Bitmap]?) -> [FeatureSums: DatedRows] {
    let countries = snapshot.dictionary("country")
    var scope = ReportScope()
    scope.placeTerms = request.placeTerms
    let rules = ReportRules(
      scope, asOf: Day(0), countries: (0..<countries.count).map { countries[$0] })
    var dated: [FeatureSums: DatedRows] = [:]
    for sums in Set(request.metrics.map(\.sums)) {
      dated[sums] = rows.dated(sums, masks: masks, rules: rules, threads: request.threads)
    }
    return dated
  }

  private func identity(
    _ rows: StarterRows, _ range: Range<Int>, _ columns: inout KeyColumns
  ) -> Named {
    for name in request.columns { columns.prepare(name) }
    let identity = StarterIdentity(
      rows, range, from: request.from, threads: request.threads)
    let prepared = columns
    return [("race_id", identity.raceIDs()), ("number", identity.numbers(prepared))]
      + request.columns.map { ($0, identity.column($0, prepared)) }
  }

  /// A dimension's columns, window by window in the order of the metrics.
  private func features(
    _ dimension: Dimension, _ codes: [Buffer<Int32>], _ entityCount: Int,
    _ dated: [FeatureSums: DatedRows], _ range: Range<Int>
  ) -> Named {
    var columns: [String: Column] = [:]
    for (sums, rows) in dated {
      let metrics = request.metrics.filter { $0.sums == sums }
      let windows = SlidingWindows(
        rows: rows, codes: codes, entityCount: entityCount, windows: request.windows.map(\.days))
      let computed = windows.columns(
        metrics.map(\.figure), of: range, threads: request.threads)
      for (index, column) in computed.enumerated() {
        let (window, metric) = index.quotientAndRemainder(dividingBy: metrics.count)
        let name = FeatureTable.columnName(
          metrics[metric], of: dimension, over: request.windows[window])
        columns[name] = column
      }
    }
    return request.windows.flatMap { window in
      request.metrics.map { metric in
        let name = FeatureTable.columnName(metric, of: dimension, over: window)
        return (name, columns[name]!)
      }
    }
  }
}

extension StarterRows {
  /// The rows of a day and of all later ones.
  fileprivate func range(from day: Day?) -> Range<Int> {
    let first = day.map { day in days.firstIndex { $0 >= day.number } ?? days.count } ?? 0
    return dayStarts[first]..<count
  }
}
