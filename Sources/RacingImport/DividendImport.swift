import ColumnStore
import Columns
import Racing

/// Puts one file's dividends into the store, month by month.
struct DividendImport {
  let writer: StoreWriter

  /// Appends the rows that are not stored yet.
  ///
  /// - Parameters:
  ///   - rows: The file's rows.
  ///   - kept: Those that stay after de-duplication.
  /// - Returns: What became of them, and the months that changed.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ rows: Table, kept: [Int32]) throws(StoreError) -> (StoredCounts, [Month]) {
    let dates = rows["date"]!.int32s
    let months = Dictionary(grouping: kept) { Month(of: Day(dates[Int($0)])) }
    var counts = StoredCounts()
    var changed: [Month] = []
    for (month, indices) in months.sorted(by: { $0.key < $1.key }) {
      let new = rows.gathered(indices)
      let stored = try writer.rows(of: RacingTables.dividends, month)
      let all = stored.map { Table.concatenated([$0, new]) } ?? new
      let firstNew = stored?.rowCount ?? 0
      let content = RowKey(
        RacingTables.dividendFields.map(\.name).filter { $0 != "source" && $0 != "import_id" },
        of: all)
      let groups = RaceGroups(all) { _ in false }
      var duplicates = Set<Int32>()
      for race in 0..<groups.count {
        let old = groups[race].filter { Int($0) < firstNew }
        for row in groups[race] where Int(row) >= firstNew {
          if old.contains(where: { content.matches(Int($0), Int(row)) }) { duplicates.insert(row) }
        }
      }
      counts.duplicates += duplicates.count
      counts.stored += indices.count - duplicates.count
      guard duplicates.count < indices.count else { continue }
      changed.append(month)
      let order = (0..<Int32(all.rowCount)).filter { !duplicates.contains($0) }
      try writer.replace(
        RacingTables.dividends, month, with: all.gathered(Self.sorted(order, all, writer)))
    }
    return (counts, changed)
  }

  /// By date, race key, pool and combination, so that the order of arrival leaves no trace.
  private static func sorted(_ rows: [Int32], _ table: Table, _ writer: StoreWriter) -> [Int32] {
    let dates = table["date"]!.int32s
    let ids = table["race_id"]!.texts
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
