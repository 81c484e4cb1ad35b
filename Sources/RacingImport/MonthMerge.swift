import ColumnStore
import Columns
import Racing

/// New runners or dividends of one month put together with the rows that are stored.
struct MonthMerge {
  /// Flat rows: stored and new.
  let rows: Table
  /// The rows that stay.
  let kept: [Int32]
  /// New rows that say nothing new.
  let duplicateCount: Int
  /// New rows that replace a stored one.
  let replacedCount: Int

  /// Puts new rows over stored ones.
  ///
  /// A new row with a stored one's key replaces it in the columns that its file has; where these
  /// are all the same the row is a duplicate.
  ///
  /// - Parameters:
  ///   - stored: The month's flat rows, and those of races that moved here.
  ///   - new: New flat rows, one per key.
  ///   - keyOf: Tells which rows of a race are the same runner or dividend.
  init(stored: Table, new: Table, key keyOf: (Table) -> RowKey) {
    let all = Table.concatenated([stored, new])
    let firstNew = stored.rowCount
    let key = keyOf(all)
    let content = RowContent(all, only: new.fields.map(\.name))
    let groups = RaceGroups(all) { _ in false }
    var kept: [Int32] = []
    /// For a replaced row: the new row, and the stored one that lends what its file lacks.
    var lenders: [Int32: Int32] = [:]
    var duplicates = 0
    for race in 0..<groups.count {
      let old = groups[race].filter { Int($0) < firstNew }
      var isReplaced = [Bool](repeating: false, count: old.count)
      for row in groups[race] where Int(row) >= firstNew {
        let match = old.indices.first {
          !key.isEmpty(Int(row)) && key.matches(Int(old[$0]), Int(row))
        }
        guard let match else {
          kept.append(row)
          continue
        }
        if content.isSame(Int(old[match]), Int(row)) {
          duplicates += 1
        } else {
          isReplaced[match] = true
          lenders[row] = old[match]
          kept.append(row)
        }
      }
      kept += old.indices.filter { !isReplaced[$0] }.map { old[$0] }
    }
    rows = Self.lending(all, lenders, except: Set(new.fields.map(\.name)))
    self.kept = kept.sorted()
    duplicateCount = duplicates
    replacedCount = lenders.count
  }

  /// Fills the columns that a new file lacks from the rows it replaces.
  private static func lending(
    _ table: Table, _ lenders: [Int32: Int32], except supplied: Set<String>
  ) -> Table {
    guard !lenders.isEmpty else { return table }
    let indices = (0..<Int32(table.rowCount)).map { lenders[$0] ?? $0 }
    let columns = zip(table.fields, table.columns).map { field, column in
      supplied.contains(field.name) ? column : column.gathered(indices)
    }
    return Table(fields: table.fields, columns: columns, rowCount: table.rowCount)
  }
}
