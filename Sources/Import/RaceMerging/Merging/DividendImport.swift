import ColumnStore
import Columns
import Racing
import RowReading

/// Merges one file's dividends into the store, month by month.
package struct DividendImport {
  let writer: StoreWriter

  package init(
    writer: StoreWriter
  ) {
    self.writer = writer
  }

  /// Replaces stored rows by new ones of the same race, pool and combination.
  ///
  /// The rows are stored on the day of their race, whatever day their file gives.
  ///
  /// - Parameters:
  ///   - rows: The file's rows.
  ///   - kept: The rows left after de-duplication; all rows of a race have one day.
  /// - Returns: The counts of the kept rows, and the months whose rows changed.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  package func merge(_ rows: Table, kept: [Int32]) throws(StoreError) -> (StoredCounts, [Month]) {
    let fileDays = Self.days(of: rows, kept)
    let known = try StoredRunners.days(of: fileDays, writer)
    let rows = DividendDays.dated(rows, known.filter { fileDays[$0.key] != $0.value })
    let strange = fileDays.filter { known[$0.key] == nil }
    let arriving = try strays(from: strange)
    let dates = rows.dates
    let months = Dictionary(grouping: kept) { Month(of: Day(dates[Int($0)])) }
    var counts = StoredCounts()
    var changed: [Month] = []
    for (month, indices) in months.sorted(by: { $0.key < $1.key }) {
      let new = rows.gathered(indices)
      let stored = try writer.rows(of: RacingTables.dividends, month)
      let parts = [stored, arriving[month]].compactMap { $0 }
      // A moved row still has its old day, so no new row counts as a duplicate of it.
      let merge = MonthMerge(
        stored: parts.isEmpty ? new.gathered([]) : Table.concatenated(parts), new: new
      ) { .dividend(of: $0) }
      counts.duplicates += merge.duplicateCount
      counts.replaced += merge.replacedCount
      counts.stored += indices.count - merge.duplicateCount
      guard merge.duplicateCount < indices.count || arriving[month] != nil else { continue }
      changed.append(month)
      let all = arriving[month] == nil ? merge.rows : DividendDays.dated(merge.rows, strange)
      let order = Self.sorted(merge.kept, all, writer)
      try writer.replace(RacingTables.dividends, month, with: all.gathered(order))
    }
    return (counts, changed)
  }

  /// Adds rows that have left their day to the stored ones.
  ///
  /// - Parameter rows: Rows of earlier imports; of two with one key the newer import's is kept.
  /// - Returns: The months of the rows.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func add(_ rows: Table) throws(StoreError) -> Set<Month> {
    let dates = rows.dates
    let months = Dictionary(grouping: 0..<Int32(rows.rowCount)) {
      Month(of: Day(dates[Int($0)]))
    }
    for (month, indices) in months.sorted(by: { $0.key < $1.key }) {
      let added = rows.gathered(indices)
      let stored = try writer.rows(of: RacingTables.dividends, month)
      let all = stored.map { Table.concatenated([$0, added]) } ?? added
      let order = Self.sorted(Self.newest(all), all, writer)
      try writer.replace(RacingTables.dividends, month, with: all.gathered(order))
    }
    return Set(months.keys)
  }

  // MARK: - Implementation

  /// Returns the day that the rows give each race, by race key.
  private static func days(of rows: Table, _ kept: [Int32]) -> [String: Int32] {
    let (ids, dates) = (rows.raceIDs, rows.dates)
    var days: [String: Int32] = [:]
    var last: Int?
    for row in kept.lazy.map({ Int($0) }) {
      // Most files keep a race's rows together.
      if let last, ids.utf8(row).elementsEqual(ids.utf8(last)) { continue }
      days[ids[row]] = dates[row]
      last = row
    }
    return days
  }

  /// Removes the stored dividends of races from other days than the given ones; returns them by new
  /// month.
  private func strays(from days: [String: Int32]) throws(StoreError) -> [Month: Table] {
    guard !days.isEmpty else { return [:] }
    let stored = try DividendDays(writer)
    let moving = stored.strays(from: days)
    guard let rows = try stored.remove(besides: moving) else { return [:] }
    let ids = rows.raceIDs
    return Dictionary(grouping: 0..<Int32(rows.rowCount)) {
      Month(of: Day(moving[ids[Int($0)]]!))
    }.mapValues { rows.gathered($0) }
  }

  /// Returns the rows, of several with one key only the newest import's.
  private static func newest(_ rows: Table) -> [Int32] {
    let key = RowKey.dividend(of: rows)
    let imports = rows.importIDs
    let groups = RaceGroups(rows)
    var kept: [Int32] = []
    for race in 0..<groups.count {
      var index = KeyIndex(key: key)
      var newest: [Int32] = []
      for row in groups[race] {
        if let place = index.place(matching: Int(row)) {
          if imports[Int(row)] > imports[Int(newest[place])] { newest[place] = row }
        } else {
          index.append(row)
          newest.append(row)
        }
      }
      kept += newest
    }
    return kept
  }

  /// Sorts by date, race key, pool and combination, so that the order of arrival has no effect.
  private static func sorted(_ rows: [Int32], _ table: Table, _ writer: StoreWriter) -> [Int32] {
    let dates = table.dates
    let ids = table.raceIDs
    let texts = ["pool", "combination", "declared"].compactMap {
      name -> (Column, DictionaryEncoder)? in
      table[name].map { ($0, writer.dictionary(name)) }
    }
    return rows.sorted { left, right in
      let (left, right) = (Int(left), Int(right))
      if dates[left] != dates[right] { return dates[left] < dates[right] }
      if !ids.utf8(left).elementsEqual(ids.utf8(right)) {
        return ids.utf8(left).lexicographicallyPrecedes(ids.utf8(right))
      }
      for (codes, names) in texts where codes.int32s[left] != codes.int32s[right] {
        return names.utf8(Int(codes.int32s[left])).lexicographicallyPrecedes(
          names.utf8(Int(codes.int32s[right])))
      }
      return false
    }
  }
}
