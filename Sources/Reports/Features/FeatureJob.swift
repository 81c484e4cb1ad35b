import ColumnStore
import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// Computes point-in-time features from a snapshot: each starter with what was known before its
/// day.
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
  /// - Throws: `ReportError` `.noRaces` when the store holds no race.
  public init(_ request: FeatureRequest, from snapshot: Snapshot) throws(ReportError) {
    guard snapshot.rowCount(of: RacingTables.races) > 0 else {
      throw .noRaces(store: snapshot.store, asOf: nil)
    }
    self.request = request
    self.snapshot = snapshot
  }

  /// Computes the table as a whole; ``pieces(ofRows:progress:)`` gives one that need not fit in
  /// memory.
  ///
  /// - Parameter progress: Told which dimension comes next.
  /// - Returns: A row per starter; none where the days asked for have no race.
  /// - Throws: `ReportError` `.store` when races or runners are damaged.
  /// - Precondition: The rows' race keys take less than 2 GiB.
  public func run(
    progress: (_ dimension: Dimension) -> Void = { _ in }
  ) throws(ReportError) -> FeatureTable {
    var pieces = try pieces(ofRows: .max, progress: progress)
    return pieces.next()!
  }

  /// Prepares to compute the table piece by piece; the pieces' rows, one behind the other, are
  /// those of ``run(progress:)``.
  ///
  /// - Parameters:
  ///   - ofRows: How many rows a piece has at most; a day with more is a piece of its own.
  ///   - progress: Told which dimension is prepared next.
  /// - Returns: The pieces, each computed when it is asked for.
  /// - Throws: `ReportError` `.store` when races or runners are damaged.
  public func pieces(
    ofRows: Int, progress: (_ dimension: Dimension) -> Void = { _ in }
  ) throws(ReportError) -> FeaturePieces {
    let months = try months()
    var columns = KeyColumns(
      months: months, snapshot: snapshot, aliases: request.aliases, rules: request.facts)
    let masks = try FilterMasks(
      [request.filter].compactMap { $0 }, &columns, threads: request.threads)[request.filter]
    let rows = StarterRows(
      months: months, races: months.map(races),
      hasRow: request.includesUnresolved ? .startersAndUnresolved : .starters,
      threads: request.threads)
    guard let dated = datedRows(rows, masks) else { throw damage }
    for name in request.columns { columns.prepare(name) }
    columns.checkTexts(RacingTables.raceID.name)
    var records: [EntityFeatures] = []
    for dimension in request.dimensions {
      progress(dimension)
      let codes = EntityCodes(dimension, &columns, threads: request.threads)
      guard codes.isSound, columns.areSound else { throw damage }
      let ofRunners = ParallelTasks.map(count: months.count, threads: request.threads) { month in
        months[month].kept(codes.months[month].slice(rows.runners(month)))
      }
      let features = EntityFeatures(dimension, request, dated: dated) { rows in
        SlidingWindows(
          rows: rows, codes: ofRunners, entityCount: codes.count,
          windows: request.windows.map(\.days))
      }
      guard let features else { throw damage }
      records.append(features)
    }
    guard columns.areSound else { throw damage }
    try snapshot.confirmReports()
    return FeaturePieces(
      request, rows, columns, records, pieces: rows.pieces(from: request.from, ofRows: ofRows))
  }

  // MARK: - Implementation

  /// The error of rows that no import writes.
  private var damage: ReportError {
    .store(snapshot.damage(in: ReportJob.tables, threads: request.threads))
  }

  /// The months that have rows, or that a window of theirs reaches into.
  private func months() throws(ReportError) -> [MonthView] {
    let needsAll =
      request.filter != nil || !request.columns.allSatisfy(Self.isStored)
      || request.dimensions.contains { !$0.keys.allSatisfy(Self.isStored) }
    let first = needsAll ? nil : firstDay.map { Month(of: $0) }
    let last = request.to.map { Month(of: $0) }
    let segments = snapshot.segments(of: RacingTables.runners).filter { segment in
      first.map { $0 <= segment.month } ?? true && last.map { segment.month <= $0 } ?? true
    }
    return try snapshot.monthViews(of: segments, threads: request.threads)
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

  /// The rows' addends of each kind of sums; nil where some rows are damaged.
  private func datedRows(_ rows: StarterRows, _ masks: [Bitmap]?) -> [FeatureSums: DatedRows]? {
    let countries = snapshot.dictionary("country")
    var scope = ReportScope()
    scope.placeTerms = request.placeTerms
    scope.commission = request.commission
    scope.figures.bets = BetGroup.fixed.filter { group in
      group.basis != nil || request.metrics.contains { $0.group == group }
    }
    let rules = ReportRules(
      ResolvedScope(scope, asOf: Day(0), aliases: request.aliases),
      countries: (0..<countries.count).map { countries[$0] })
    let places = PlaceColumns.all(
      rows.months, of: snapshot, for: scope.figures, threads: request.threads)
    var dated: [FeatureSums: DatedRows] = [:]
    for sums in Set(request.metrics.map(\.sums)) {
      guard
        let own = rows.dated(
          sums, masks: masks, places: places, rules: rules, threads: request.threads)
      else { return nil }
      dated[sums] = own
    }
    return dated
  }
}

extension StarterRows {
  /// The days from one on, so many together that they have a number of rows at most.
  ///
  /// Pieces are of nearly one length, so that the memory of one serves the next.
  ///
  /// - Returns: Ranges of the numbers of days; a day of more rows is alone, and no day is one
  ///   piece.
  fileprivate func pieces(from day: Day?, ofRows limit: Int) -> [Range<Int>] {
    var first = day.map { day in days.firstIndex { $0 >= day.number } ?? days.count } ?? 0
    let rows = count - dayStarts[first]
    let share = rows / max(1, (rows - 1) / limit + 1)
    let longestDay = zip(dayStarts, dayStarts.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
    let limit = min(limit, share + longestDay + 1)
    var pieces: [Range<Int>] = []
    while first < days.count || pieces.isEmpty {
      var end = min(first + 1, days.count)
      while end < days.count, dayStarts[end + 1] - dayStarts[first] <= limit { end += 1 }
      pieces.append(first..<end)
      first = end
    }
    return pieces
  }
}
