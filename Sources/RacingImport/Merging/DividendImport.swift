import ColumnStore
import Columns
import Racing

/// Puts one file's dividends into the store, month by month.
struct DividendImport {
  let writer: StoreWriter

  /// Puts new rows over the stored ones with their pool and combination.
  func merge(_ rows: Table, kept: [Int32]) throws(StoreError) -> (StoredCounts, [Month]) {
    let dates = rows.dates
    let months = Dictionary(grouping: kept) { Month(of: Day(dates[Int($0)])) }
    var counts = StoredCounts()
    var changed: [Month] = []
    for (month, indices) in months.sorted(by: { $0.key < $1.key }) {
      let new = rows.gathered(indices)
      let stored = try writer.rows(of: RacingTables.dividends, month)
      let merge = MonthMerge(stored: stored ?? new.gathered([]), new: new) { .dividend(of: $0) }
      counts.duplicates += merge.duplicateCount
      counts.replaced += merge.replacedCount
      counts.stored += indices.count - merge.duplicateCount
      guard merge.duplicateCount < indices.count else { continue }
      changed.append(month)
      let order = Self.sorted(merge.kept, merge.rows, writer)
      try writer.replace(RacingTables.dividends, month, with: merge.rows.gathered(order))
    }
    return (counts, changed)
  }

  /// By date, race key, pool and combination, so that the order of arrival leaves no trace.
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
