import ColumnStore
import Columns

/// Puts lists into a table of reports, such as a season's rewards: a list that is the last one again
/// is known.
///
/// A list is told as a whole, so its rows are kept or dropped together: a part that a later list
/// lacks is gone.
struct ListImport {
  let reports: Reports

  /// Merges rows with the stored ones.
  ///
  /// Rows of one time are one list; a file's row goes over a stored one of the same part and time,
  /// and of a file's rows of one part and time the last stands.
  ///
  /// - Parameter new: The file's rows, with the time of each.
  /// - Returns: What became of them.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ new: Table) throws(StoreError) -> StoredCounts {
    let stored = try reports.stored()
    let all = Table.concatenated([stored, new]).columns(reports.fields)
    var walk = ListWalk(all, firstNew: stored.rowCount, reports)
    for group in ReportGroups(all, keys: reports.keys, time: reports.time).groups {
      walk.pass(group)
    }
    try reports.write(all, kept: walk.kept, changed: walk.changed)
    return walk.counts
  }
}

/// Goes through the lists of one thing after another.
private struct ListWalk {
  private(set) var kept: [Int32] = []
  /// New rows that stay, and stored ones that go.
  private(set) var changed: [Int32] = []
  private(set) var counts = StoredCounts()
  private let firstNew: Int
  private let times: Buffer<Int64>
  /// The part that each row tells of, by its key's values.
  private let ids: [[Int64]]
  private let content: RowContent

  init(_ rows: Table, firstNew: Int, _ reports: Reports) {
    self.firstNew = firstNew
    times = rows[reports.time]!.int64s
    let parts = reports.parts.map { rows[$0]! }
    ids = (0..<rows.rowCount).map { row in parts.map { ReportGroups.value($0, row) } }
    let told = rows.fields.map(\.name).filter { $0 != reports.time }
    content = RowContent(rows, only: told)
  }

  mutating func pass(_ group: [Int32]) {
    var last: [[Int64]: Int32] = [:]
    var start = 0
    while start < group.count {
      let end = group[start...].firstIndex { times[Int($0)] != times[Int(group[start])] }
      let list = group[start..<(end ?? group.count)]
      last = pass(list, after: last)
      start = list.endIndex
    }
  }

  // MARK: - Implementation

  /// Takes in the rows of one time; gives the list that stands then.
  private mutating func pass(_ list: ArraySlice<Int32>, after last: [[Int64]: Int32])
    -> [[Int64]: Int32]
  {
    let old = list.prefix { Int($0) < firstNew }
    let before = Dictionary(uniqueKeysWithValues: old.map { (ids[Int($0)], $0) })
    var now = before
    for row in list.dropFirst(old.count) { now[ids[Int(row)]] = row }
    let new = now.filter { Int($1) >= firstNew }
    counts.duplicates += list.count - old.count - new.count
    if old.isEmpty, isSame(now, as: last) {
      counts.duplicates += new.count
      return last
    }
    kept += old
    for (id, row) in new {
      if let stored = before[id] {
        guard !content.isSame(Int(stored), Int(row)) else {
          counts.duplicates += 1
          now[id] = stored
          continue
        }
        kept.removeAll { $0 == stored }
        changed.append(stored)
        counts.replaced += 1
      }
      counts.stored += 1
      kept.append(row)
      changed.append(row)
    }
    return now
  }

  private func isSame(_ list: [[Int64]: Int32], as other: [[Int64]: Int32]) -> Bool {
    list.count == other.count
      && list.allSatisfy { id, row in
        other[id].map { content.isSame(Int($0), Int(row)) } ?? false
      }
  }
}
