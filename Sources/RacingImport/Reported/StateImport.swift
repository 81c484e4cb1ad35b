import ColumnStore
import Columns

/// Puts reports of states into a table: a report that says what held before is a duplicate.
struct StateImport {
  let reports: Reports

  /// Merges rows with the stored ones.
  ///
  /// A report goes over a stored one of the same time, and of a file's reports of one time the last
  /// stands. Columns that the file lacks keep the values of the state before.
  ///
  /// - Parameter new: The file's rows, with the time of each.
  /// - Returns: What became of them.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ new: Table) throws(StoreError) -> StoredCounts {
    let stored = try reports.stored()
    let all = Table.concatenated([stored, new]).columns(reports.fields)
    var walk = StateWalk(
      all, firstNew: stored.rowCount, told: new.fields.map(\.name), reports)
    for group in ReportGroups(all, keys: reports.keys, time: reports.time).groups {
      walk.pass(group)
    }
    let rows = walk.completed(all, fields: new.fields.map(\.name))
    try reports.write(rows, kept: walk.kept, changed: walk.changed)
    return walk.counts
  }
}

/// Goes through the reports of one thing after another.
private struct StateWalk {
  private(set) var kept: [Int32] = []
  /// New rows that stay, and stored ones that go.
  private(set) var changed: [Int32] = []
  private(set) var counts = StoredCounts()
  private let firstNew: Int
  private let times: Buffer<Int64>
  private let content: RowContent
  /// Per row: the one whose values stand in the columns that the file lacks.
  private var carried: [Int32]

  init(_ rows: Table, firstNew: Int, told: [String], _ reports: Reports) {
    self.firstNew = firstNew
    times = rows[reports.time]!.int64s
    let known = reports.keys + [reports.time]
    content = RowContent(rows, only: told.filter { !known.contains($0) })
    carried = (0..<Int32(rows.rowCount)).map { $0 }
  }

  mutating func pass(_ group: [Int32]) {
    var last: Int32?
    for (index, row) in group.enumerated() {
      guard Int(row) >= firstNew else {
        kept.append(row)
        last = row
        continue
      }
      let isOverruled = index + 1 < group.count && isSameTime(row, group[index + 1])
      if isOverruled || last.map({ content.isSame(Int($0), Int(row)) }) ?? false {
        counts.duplicates += 1
        continue
      }
      if let last { carried[Int(row)] = carried[Int(last)] }
      if let old = last, isSameTime(old, row) {
        kept.removeLast()
        changed.append(old)
        counts.replaced += 1
      }
      counts.stored += 1
      kept.append(row)
      changed.append(row)
      last = row
    }
  }

  /// The rows with values in the columns that the file lacks.
  func completed(_ rows: Table, fields: [String]) -> Table {
    let columns = zip(rows.fields, rows.columns).map { field, column in
      fields.contains(field.name) ? column : column.gathered(carried)
    }
    return Table(fields: rows.fields, columns: columns, rowCount: rows.rowCount)
  }

  private func isSameTime(_ left: Int32, _ right: Int32) -> Bool {
    times[Int(left)] == times[Int(right)]
  }
}
