import Columns
import ColumnStore
import Foundation
import Racing
import RowReading

/// Merges one file's runners into the store, month by month.
package struct RunnerImport {
  let writer: StoreWriter
  /// Number of worker threads.
  let threads: Int
  /// Guards the dictionaries: one part is stored while the next is read.
  let naming: NSLock

  package init(writer: StoreWriter, threads: Int, naming: NSLock) {
    (self.writer, self.threads, self.naming) = (writer, threads, naming)
  }

  /// Merges rows into their months.
  ///
  /// - Parameters:
  ///   - rows: The file's deduplicated rows.
  ///   - before: Months and races that the rows must not touch; nil for no restriction.
  ///   - progress: Called with each month, and the number of rows written before it.
  /// - Returns: The counts of the kept rows; nil where some may be stored, and none was added.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  package func merge(
    _ rows: ImportRows, apartFrom before: AppendCheck?, progress: (Month, Int) -> Void
  ) throws(StoreError) -> StoredCounts? {
    var rows = rows
    rows.sort(horses: writer.dictionary("horse"), naming: naming)
    var counts = StoredCounts()
    if let before {
      guard try before.isApart(from: rows, writer) else { return nil }
      // Immediately, as the part's memory is reused.
      try write(rows.months, rows, &counts, atOnce: true, progress)
      return counts
    }
    let moved = try MovedRaces(rows, writer)
    let monthsOfDividends = try DividendDays(writer).move(to: rows)
    var fresh: [(month: Month, races: Range<Int>)] = []
    for (month, races) in rows.months {
      let indices = rows.races.rows(of: races)
      guard let stored = try storedRows(month, moved) else {
        // The month has no stored rows to merge with.
        fresh.append((month, races))
        if fresh.count == monthsTogether {
          try write(fresh, rows, &counts, progress)
          fresh = []
        }
        continue
      }
      try write(fresh, rows, &counts, progress)
      fresh = []
      progress(month, rows.races.starts[races.lowerBound])
      let new = rows.table.gathered(Array(indices))
      let merge =
        moved.isApart(from: month)
        ? MonthMerge(stored: stored, apart: new)
        : MonthMerge(stored: stored, new: new, absent: rows.absent) { [key = rows.runnerKey] in
          .runner([StoredRunners.rowName] + key, of: $0)
        }
      counts.addDuplicates(merge.duplicateCount, in: month)
      counts.replaced += merge.replacedCount
      counts.unresolved += merge.unresolvedCount
      counts.stored += indices.count - merge.duplicateCount
      let isSame = merge.duplicateCount == indices.count && !moved.touches(month)
      if isSame, !monthsOfDividends.contains(month) { continue }
      try write(merge.rows, merge.kept, month)
    }
    try write(fresh, rows, &counts, progress)
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

  /// Joins win dividends again in months whose dividends changed.
  package func rejoin(_ months: [Month]) throws(StoreError) {
    for month in months {
      guard let flat = try StoredRunners.rows(writer, month) else { continue }
      try write(flat, (0..<Int32(flat.rowCount)).map { $0 }, month)
    }
  }

  // MARK: - Implementation

  /// Returns the month's stored flat rows, without races that leave it and with those that move to
  /// it.
  private func storedRows(_ month: Month, _ moved: MovedRaces) throws(StoreError) -> Table? {
    var parts: [Table] = moved.arriving[month].map { [$0] } ?? []
    if let flat = try StoredRunners.rows(writer, month) {
      parts.insert(moved.remaining(flat, in: month), at: 0)
    }
    return parts.isEmpty ? nil : Table.concatenated(parts)
  }

  /// The number of months that are made and written together, before progress reports their rows:
  /// enough that no thread waits long for the last.
  private var monthsTogether: Int { max(8, 4 * threads) }

  /// Writes months without stored rows, several at a time.
  private func write(
    _ months: [(month: Month, races: Range<Int>)], _ rows: ImportRows,
    _ counts: inout StoredCounts, atOnce: Bool = false, _ progress: (Month, Int) -> Void
  ) throws(StoreError) {
    guard let first = months.first else { return }
    let (table, groups) = (rows.table, rows.races)
    var dividends: [Table] = []
    for (month, races) in months {
      // All of these are written together.
      progress(month, groups.starts[first.races.lowerBound])
      let indices = groups.rows(of: races)
      counts.stored += indices.count
      counts.unresolved += table.unresolvedCount(among: indices)
      dividends.append(try writer.rows(of: RacingTables.dividends, month) ?? Table([]))
    }
    let (pools, combinations) = (writer.dictionary("pool"), writer.dictionary("combination"))
    let joins = dividends.map { ToteJoin($0, pools: pools, combinations: combinations) }
    try writer.replace(
      Self.tables, of: months.map(\.month), threads: threads, atOnce: atOnce
    ) { index in
      let rows = joins[index].applied(to: MonthRows(table, groups, months[index].races))
      return [rows.races, rows.runners, rows.raceKeys]
    }
  }

  /// The tables that hold a file's races and runners.
  static let tables = [RacingTables.races, RacingTables.runners, RacingTables.raceKeys]

  private func write(_ flat: Table, _ kept: [Int32], _ month: Month) throws(StoreError) {
    let (table, races) = RaceOrder.sorted(
      flat, RaceGroups(flat, kept: kept), horses: writer.dictionary("horse"), naming: naming)
    try write(MonthRows(table, races, 0..<races.count), month)
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
