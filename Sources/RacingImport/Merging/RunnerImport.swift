import ColumnStore
import Columns
import Foundation
import Racing

/// What became of a file's rows.
struct StoredCounts {
  var stored = 0
  var duplicates = 0
  var replaced = 0
}

/// Puts one file's runners into the store, month by month.
struct RunnerImport {
  let writer: StoreWriter
  /// How many threads may work.
  var threads = 1
  /// The fields that, with the race key, tell one runner from another.
  let key: [String]
  /// Which of `position` and `outcome` the file does not have.
  var absent: Set<String> = []
  /// Held by whoever gives names their codes and by whoever asks for names, where rows are read while
  /// others are added.
  let naming = NSLock()

  /// Merges rows into the months they lie in.
  ///
  /// - Parameters:
  ///   - flat: The file's rows.
  ///   - kept: Those that stay after de-duplication.
  ///   - groups: Their races, where these are known.
  ///   - progress: Called with each month.
  /// - Returns: What became of the rows that stay.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(
    _ flat: Table, kept: [Int32], groups: RaceGroups? = nil, progress: (Month) -> Void
  ) throws(StoreError) -> StoredCounts {
    let horses = writer.dictionary("horse")
    let order = RaceOrder(flat, kept: kept, groups: groups, horses: horses, naming: naming)
    let flat = order.table
    let moved = try MovedRaces(writer: writer, flat: flat, order: order)
    try moved.moveDividends(writer)
    var counts = StoredCounts()
    var fresh: [OrderedMonth] = []
    for part in order.months {
      let month = part.month
      let rows = order.rows[
        order.starts[part.races.lowerBound]..<order.starts[part.races.upperBound]]
      guard let stored = try storedRows(month, moved) else {
        // Nothing is stored that these could wait for.
        fresh.append(part)
        if fresh.count == Self.monthsTogether { try write(&fresh, order, &counts, progress) }
        continue
      }
      try write(&fresh, order, &counts, progress)
      progress(month)
      let new = flat.gathered(Array(rows))
      let merge =
        moved.isApart(from: month)
        ? MonthMerge(stored: stored, apart: new)
        : MonthMerge(stored: stored, new: new, absent: absent) {
          .runner([StoredRunners.rowName] + key, of: $0)
        }
      counts.duplicates += merge.duplicateCount
      counts.replaced += merge.replacedCount
      counts.stored += rows.count - merge.duplicateCount
      if merge.duplicateCount == rows.count && !moved.touches(month) { continue }
      try write(merge.rows, merge.kept, month)
    }
    try write(&fresh, order, &counts, progress)
    for month in moved.monthsLeft where !moved.arrives(in: month) {
      let rest = try storedRows(month, moved)
      if let rest, rest.rowCount > 0 {
        try write(rest, (0..<Int32(rest.rowCount)).map { $0 }, month)
      } else {
        try remove(month)
      }
    }
    return counts
  }

  /// Adds rows of months and races that are not stored.
  ///
  /// - Parameters:
  ///   - flat: The rows.
  ///   - kept: Those that stay after de-duplication.
  ///   - groups: Their races, where these are known.
  ///   - before: What is stored.
  ///   - progress: Called with each month.
  /// - Returns: What became of the rows that stay; nil where some may be stored, and none was added.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func add(
    _ flat: Table, kept: [Int32], groups: RaceGroups? = nil, to before: StoredBefore,
    progress: (Month) -> Void
  ) throws(StoreError) -> StoredCounts? {
    let order = RaceOrder(
      flat, kept: kept, groups: groups, horses: writer.dictionary("horse"), naming: naming)
    guard try before.isApart(from: order, writer) else { return nil }
    var months = order.months
    var counts = StoredCounts()
    // A part's memory is used again.
    try write(&months, order, &counts, atOnce: true, progress)
    return counts
  }

  /// Joins win dividends again in months whose dividends changed.
  ///
  /// - Parameter months: The months.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func rejoin(_ months: [Month]) throws(StoreError) {
    for month in months {
      guard let races = try writer.rows(of: RacingTables.races, month),
        let runners = try writer.rows(of: RacingTables.runners, month)
      else { continue }
      let flat = FlatRows.joined(runners: runners, races: races)
      try write(flat, (0..<Int32(flat.rowCount)).map { $0 }, month)
    }
  }

  // MARK: - Implementation

  /// The month's stored flat rows, less those that left and with those that come.
  private func storedRows(_ month: Month, _ moved: MovedRaces) throws(StoreError) -> Table? {
    var parts: [Table] = moved.arriving[month].map { [$0] } ?? []
    if let flat = try StoredRunners.rows(writer, month) {
      parts.insert(moved.remaining(flat, in: month), at: 0)
    }
    return parts.isEmpty ? nil : Table.concatenated(parts)
  }

  /// How many months are made and written before the next are looked at.
  private static let monthsTogether = 64

  /// Writes months without stored rows, several at a time.
  private func write(
    _ months: inout [OrderedMonth], _ order: RaceOrder, _ counts: inout StoredCounts,
    atOnce: Bool = false, _ progress: (Month) -> Void
  ) throws(StoreError) {
    guard !months.isEmpty else { return }
    var dividends: [Table] = []
    for part in months {
      progress(part.month)
      counts.stored += order.starts[part.races.upperBound] - order.starts[part.races.lowerBound]
      dividends.append(try writer.rows(of: RacingTables.dividends, part.month) ?? Table([]))
    }
    let (pools, combinations) = (writer.dictionary("pool"), writer.dictionary("combination"))
    let joins = dividends.map { ToteJoin($0, pools: pools, combinations: combinations) }
    let parts = months
    try writer.replace(
      Self.tables, of: months.map(\.month), threads: threads, atOnce: atOnce
    ) { index in
      let rows = joins[index].applied(to: order.rows(of: parts[index]))
      return [rows.races, rows.runners, rows.raceKeys]
    }
    months = []
  }

  /// The tables that a file's races and runners go to.
  static let tables = [RacingTables.races, RacingTables.runners, RacingTables.raceKeys]

  private func write(_ flat: Table, _ kept: [Int32], _ month: Month) throws(StoreError) {
    let order = RaceOrder(
      flat, kept: kept, horses: writer.dictionary("horse"), naming: naming)
    try write(MonthRows(order.table, rows: order.rows[...], starts: order.starts[...]), month)
  }

  private func write(_ rows: MonthRows, _ month: Month) throws(StoreError) {
    let dividends = try writer.rows(of: RacingTables.dividends, month)
    let join = ToteJoin(
      dividends ?? Table([]), pools: writer.dictionary("pool"),
      combinations: writer.dictionary("combination"))
    let rows = join.applied(to: rows)
    try writer.replace(RacingTables.races, month, with: rows.races)
    try writer.replace(RacingTables.runners, month, with: rows.runners)
    try writer.replace(RacingTables.raceKeys, month, with: rows.raceKeys)
  }

  private func remove(_ month: Month) throws(StoreError) {
    for table in Self.tables {
      try writer.replace(table, month, with: Table([]))
    }
  }
}
