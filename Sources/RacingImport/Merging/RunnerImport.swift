import ColumnStore
import Columns
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
  /// The fields that, with the race key, tell one runner from another.
  let key: [String]
  /// Which of `position` and `outcome` the file does not have.
  var absent: Set<String> = []

  /// Merges rows into the months they lie in.
  ///
  /// - Parameters:
  ///   - flat: The file's rows.
  ///   - kept: Those that stay after de-duplication.
  ///   - progress: Called with each month.
  /// - Returns: What became of the rows that stay.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ flat: Table, kept: [Int32], progress: (Month) -> Void) throws(StoreError)
    -> StoredCounts
  {
    let horses = writer.dictionary("horse")
    let order = RaceOrder(flat, kept: kept, horses: horses)
    let flat = order.table
    let dates = flat["date"]!.int32s
    let moved = try MovedRaces(writer: writer, flat: flat, order: order)
    try moved.moveDividends(writer)
    var counts = StoredCounts()
    var race = 0
    while race < order.starts.count - 1 {
      let first = race
      let month = Month(of: Day(dates[Int(order.rows[order.starts[race]])]))
      while race < order.starts.count - 1,
        Month(of: Day(dates[Int(order.rows[order.starts[race]])])) == month
      { race += 1 }
      progress(month)
      let rows = order.rows[order.starts[first]..<order.starts[race]]
      let stored = try storedRows(month, moved)
      guard let stored else {
        try write(MonthRows(flat, rows: rows, starts: order.starts[first...race]), month)
        counts.stored += rows.count
        continue
      }
      let merge = MonthMerge(stored: stored, new: flat.gathered(Array(rows)), absent: absent) {
        .runner([StoredRunners.rowName] + key, of: $0)
      }
      counts.duplicates += merge.duplicateCount
      counts.replaced += merge.replacedCount
      counts.stored += rows.count - merge.duplicateCount
      if merge.duplicateCount == rows.count && !moved.touches(month) { continue }
      try write(merge.rows, merge.kept, month)
    }
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

  private func write(_ flat: Table, _ kept: [Int32], _ month: Month) throws(StoreError) {
    let order = RaceOrder(flat, kept: kept, horses: writer.dictionary("horse"))
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
    for table in [RacingTables.races, RacingTables.runners, RacingTables.raceKeys] {
      try writer.replace(table, month, with: Table([]))
    }
  }
}
