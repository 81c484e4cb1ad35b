import ColumnStore
import Columns
import EntityReports
import Kernels
import Questions
import Racing
import RunnerKeys

/// Computes point-in-time features from a snapshot: each starter with its people's record before
/// its day.
///
/// Sums are integers, so a table does not depend on the number of threads; each rate is one
/// division.
public struct FeatureJob: Sendable {
  private let request: FeatureRequest
  private let snapshot: Snapshot

  /// Prepares features.
  ///
  /// - Parameters:
  ///   - request: The features to compute.
  ///   - snapshot: The store's state to compute from.
  /// - Throws: `ReportError` `.noRaces` when the store holds no race.
  public init(_ request: FeatureRequest, from snapshot: Snapshot) throws(ReportError) {
    guard snapshot.rowCount(of: RacingTables.races) > 0 else {
      throw .noRaces(store: snapshot.store, asOf: nil)
    }
    var request = request
    request.facts = try snapshot.priced(request.facts)
    self.request = request
    self.snapshot = snapshot
  }

  /// Computes the whole table in memory.
  ///
  /// If the table may not fit in memory, use ``pieces(ofRows:progress:)``.
  ///
  /// - Parameter progress: Takes the dimension that comes next.
  /// - Returns: A row per starter; none if the requested days have no race.
  /// - Throws: `ReportError` `.store` when races or runners are damaged.
  /// - Precondition: The rows' race keys take less than 2 GiB.
  public func run(
    progress: (_ dimension: Dimension) -> Void = { _ in }
  ) throws(ReportError) -> FeatureTable {
    var pieces = try pieces(ofRows: .max, progress: progress)
    return pieces.next()!
  }

  /// Prepares to compute the table in pieces, which together have the rows of ``run(progress:)``.
  ///
  /// - Parameters:
  ///   - ofRows: Largest number of rows of a piece; a day with more rows is a piece of its own.
  ///   - progress: Takes the dimension to be prepared next.
  /// - Returns: The pieces, each computed on demand.
  /// - Throws: `ReportError` `.store` when races or runners are damaged, `.unknownPrice` for a
  ///   named price that no month has.
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
    let scope = scope(rows)
    let source = try source(rows, masks, scope)
    let rules = ReportRules(scope, countries: countries)
    guard let dated = datedRows(rows, masks, rules) else { throw damage }
    for (own, place) in [(request.columns, "--columns"), (request.targets, "--targets")] {
      try snapshot.checkPrices(own.flatMap(\.fields), place: place)
      for name in own.flatMap(\.prepared) { columns.prepare(name) }
    }
    columns.checkTexts(RacingTables.raceID.name)
    var records: [EntityFeatures] = []
    for dimension in request.dimensions {
      progress(dimension)
      let codes = EntityCodes(dimension, &columns, threads: request.threads)
      guard codes.isSound, columns.areSound else { throw damage }
      let daily = try source.map { source throws(ReportError) -> DailyFigures in
        guard codes.months.allSatisfy({ $0.hasCodes(below: codes.count) }) else { throw damage }
        return DailyFigures(source, codes, request.computedFigures)
      }
      let ofRunners = ParallelTasks.map(count: months.count, threads: request.threads) { month in
        months[month].kept(codes.months[month].slice(rows.runners(month)))
      }
      let features = EntityFeatures(dimension, request, daily, dated: dated) { rows in
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

  /// The error for values that no import writes.
  private var damage: ReportError {
    .store(snapshot.damage(in: ReportJob.tables, threads: request.threads))
  }

  /// Returns the months with rows, and those that the rows' windows include.
  private func months() throws(ReportError) -> [MonthView] {
    let needsAll =
      request.filter != nil
      || !(request.columns + request.targets).flatMap(\.fields).allSatisfy(Self.isStored)
      || request.dimensions.contains { !$0.keys.allSatisfy(Self.isStored) }
    let first = needsAll ? nil : firstDay.map { Month(of: $0) }
    let last = request.to.map { Month(of: $0) }
    let segments = snapshot.segments(of: RacingTables.runners).filter { segment in
      first.map { $0 <= segment.month } ?? true && last.map { segment.month <= $0 } ?? true
    }
    return try snapshot.monthViews(of: segments, threads: request.threads)
  }

  /// Whether a key's values are stored, and so need no rows of other months.
  private static func isStored(_ key: String) -> Bool { RacingTables.flatField(key) != nil }

  /// The first day that counts for some row; nil if all days count.
  private var firstDay: Day? {
    guard let from = request.from, request.windows.allSatisfy({ $0.days != nil }) else {
      return nil
    }
    let longest = request.windows.compactMap(\.days).max() ?? 0
    // The calendar has no years before 1, and no race is as old.
    return from.number > -719_000 + Int32(longest) ? from - longest : nil
  }

  private func races(_ month: MonthView) -> Range<Int> {
    let first = firstDay.map { month.raceCount(before: $0) } ?? 0
    let last = request.to.map { month.raceCount(before: $0 + 1) } ?? month.races.rowCount
    return min(first, last)..<last
  }

  /// Computes the rows' contributions to each kind of sums; nil if some rows are damaged.
  private func datedRows(
    _ rows: StarterRows, _ masks: [Bitmap]?, _ rules: ReportRules
  ) -> [FeatureSums: DatedRows]? {
    var dated: [FeatureSums: DatedRows] = [:]
    for sums in Set(request.computedMetrics.map(\.sums)) {
      guard let own = rows.dated(sums, masks: masks, rules: rules, threads: request.threads)
      else { return nil }
      dated[sums] = own
    }
    return dated
  }

  /// Prepares the figures of reports; nil if none is requested.
  ///
  /// - Throws: `ReportError` `.store` when rows are damaged, `.unknownPrice` for a named price that
  ///   no month has.
  private func source(
    _ rows: StarterRows, _ masks: [Bitmap]?, _ scope: ResolvedScope
  ) throws(ReportError) -> DailyFigures.Source? {
    guard !request.computedFigures.isEmpty else { return nil }
    let price = scope.figures.price.map(\.column)
    try snapshot.checkPrices([price].compactMap { $0 }, place: "--metrics")
    let group = ReportGroup.groups([scope], countries: countries) { _ in masks }[0]
    let places = PlaceColumns.all(
      rows.months, of: snapshot, for: scope.figures, threads: request.threads)
    let sums = Scan(months: rows.months, places, group: group, threads: request.threads)
      .sums([], of: rows.months.indices) { _ in }
    guard sums.isSound else { throw damage }
    return DailyFigures.Source(
      rows: rows, masks: masks, places: places, rules: group.rules, request: request)
  }

  /// Returns the rules, as of a day so late that no run has recent form.
  private func scope(_ rows: StarterRows) -> ResolvedScope {
    var scope = ReportScope(windows: request.windows)
    scope.filter = request.filter
    scope.placeTerms = request.placeTerms
    scope.commission = request.commission
    scope.figures = request.choice
    let last = Day(rows.days.last ?? 0)
    return ResolvedScope(
      scope, asOf: last + RecentCell.lastAge + 1, aliases: request.aliases, facts: request.facts)
  }

  private var countries: [String] {
    let names = snapshot.dictionary("country")
    return (0..<names.count).map { names[$0] }
  }
}

extension StarterRows {
  /// Groups the days from one on into pieces with a limited number of rows.
  ///
  /// Pieces have nearly equal lengths, so that each can reuse the memory of the one before.
  ///
  /// - Returns: Ranges of the days' indices. A day with more rows is a piece of its own; without
  ///   any day there is one empty piece.
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
