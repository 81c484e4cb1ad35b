import ColumnStore
import Columns
import Racing
import RowReading

/// New runners or dividends of one month, merged with the stored rows.
struct MonthMerge {
  /// Flat rows: stored and new.
  let rows: Table
  /// The rows to store.
  let kept: [Int32]
  /// New rows that say nothing new.
  let duplicateCount: Int
  /// New rows that replace a stored one.
  let replacedCount: Int
  /// New rows of runners without a known outcome, including duplicates.
  let unresolvedCount: Int

  /// Adds new rows to stored ones; none of their races is stored.
  init(stored: Table, apart new: Table) {
    rows = Table.concatenated([stored, new])
    kept = (0..<Int32(rows.rowCount)).map { $0 }
    duplicateCount = 0
    replacedCount = 0
    unresolvedCount = new.unresolvedCount(among: 0..<Int32(new.rowCount))
  }

  /// Replaces stored rows by new ones.
  ///
  /// A new row with a stored one's key replaces it in the columns that its file has; where these
  /// are all the same the row is a duplicate. A fact of the race that no new row has stays.
  ///
  /// - Parameters:
  ///   - stored: The flat rows of the month and of races that move to it.
  ///   - new: New flat rows, one per key, the facts of a race on all of its rows.
  ///   - absent: `position`, `outcome` or both, where the new file lacks them.
  ///   - keyOf: Decides which rows of a race are the same runner or dividend.
  init(stored: Table, new: Table, absent: Set<String> = [], key keyOf: (Table) -> RowKey) {
    let all = Table.concatenated([stored, new])
    let firstNew = stored.rowCount
    let key = keyOf(all)
    var comparison = RowComparison(all, supplied: new.fields.map(\.name), absent: absent)
    let groups = RaceGroups(all) { _ in false }
    var kept: [Int32] = []
    var repeated: [Int32] = []
    for race in 0..<groups.count {
      // Stored rows come first.
      let old = groups[race].prefix { Int($0) < firstNew }
      let incoming = groups[race].dropFirst(old.count)
      let index = KeyIndex(Array(old), key: key)
      comparison.start(stored: old.first, new: incoming.first)
      var isReplaced = [Bool](repeating: false, count: old.count)
      for row in incoming {
        guard !key.isEmpty(Int(row)), let match = index.place(matching: Int(row)) else {
          kept.append(row)
          continue
        }
        let oldRow = old[old.startIndex + match]
        if comparison.saysNothingNew(row, over: oldRow) {
          repeated.append(oldRow)
        } else {
          isReplaced[match] = true
          comparison.replace(oldRow, by: row)
          kept.append(row)
        }
      }
      let staying = zip(old, isReplaced).filter { !$1 }.map(\.0)
      comparison.spreadChange(to: staying)
      kept += staying
    }
    rows = comparison.lending(all)
    self.kept = kept.sorted()
    duplicateCount = repeated.count
    replacedCount = comparison.replacedCount
    unresolvedCount = rows.unresolvedCount(among: repeated + kept.filter { $0 >= firstNew })
  }
}

extension Table {
  /// Counts the rows among some without a known outcome; 0 if there is no such column.
  func unresolvedCount(among rows: some Sequence<Int32>) -> Int {
    guard let outcomes = self["outcome"]?.int32s.pointer else { return 0 }
    return rows.count { outcomes[Int($0)] == Int32(Outcome.unresolved.rawValue) }
  }
}
