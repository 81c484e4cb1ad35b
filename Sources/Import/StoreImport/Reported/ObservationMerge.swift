import ColumnStore
import Columns
import RowReading

/// Merges reports of states and lists into a table: a report that repeats the state before is a
/// duplicate.
///
/// The rows of one key and one time are one report: a state is one row, a list one row for each
/// part, such as a season's rewards. A report has the whole list, so a part that a later list lacks
/// is gone.
struct ObservationMerge {
  let table: ObservationTable
  /// Whether the rows may be a part of a list, as a retry's are: the other parts stay as before.
  var isPartial = false

  /// Merges rows with the stored ones.
  ///
  /// A row replaces a stored one of the same part and time; of a file's rows of one part and time
  /// the last wins. In a state, columns that the file lacks keep the values of the previous state.
  func merge(_ new: Table) throws(StoreError) -> StoredCounts {
    let stored = try table.stored()
    let rest = isPartial && !table.parts.isEmpty ? rest(of: new, after: stored) : []
    let all = Table.concatenated([stored] + rest + [new]).columns(table.fields)
    let supplied = table.parts.isEmpty ? new.fields : table.fields
    var walk = StateWalk(all, firstNew: stored.rowCount, supplied: supplied.map(\.name), table)
    walk.firstCounted += rest.reduce(0) { $0 + $1.rowCount }
    for group in ObservationGroups(all, keys: table.keys, time: table.time).groups {
      walk.pass(group)
    }
    try table.write(walk.completed, kept: walk.kept, changed: walk.changed)
    return walk.counts
  }

  // MARK: - Implementation

  /// Returns the parts that the new lists lack, with their previous values, under the new lists'
  /// time and import.
  private func rest(of new: Table, after stored: Table) -> [Table] {
    let all = Table.concatenated([stored, new]).columns(table.fields)
    let (times, versions) = (all[table.time]!.int64s, all.importIDs)
    let parts = table.parts.map { all[$0]! }
    var rest: [Table] = []
    for group in ObservationGroups(all, keys: table.keys, time: table.time).groups {
      var last: [[Int64]: Int32] = [:]
      var start = 0
      while start < group.count {
        let time = times[Int(group[start])]
        let report = group[start...].prefix { times[Int($0)] == time }
        start = report.endIndex
        let first = report[report.startIndex]
        var now: [[Int64]: Int32] = [:]
        for row in report { now[parts.map { ObservationGroups.value($0, Int(row)) }] = row }
        if Int(first) >= stored.rowCount {
          let lacking = last.filter { now[$0.key] == nil }
          rest.append(
            all.gathered(lacking.values.sorted()).stamped(
              table.time, time, importID: versions[Int(first)]))
          now.merge(lacking) { own, _ in own }
        }
        last = now
      }
    }
    return rest
  }
}

extension Table {
  /// Returns the rows with another time and import.
  fileprivate func stamped(_ name: String, _ time: Int64, importID: Int32) -> Table {
    let times = [Int64?](repeating: time, count: rowCount)
    return replacing(name, Column(.instant, int64s: times)).replacing(
      "import_id", Column(.int32, int32s: [Int32?](repeating: importID, count: rowCount)))
  }
}

/// Goes through the reports of one key after another.
private struct StateWalk {
  /// The rows of a report by the values that distinguish its parts.
  private typealias Report = [[Int64]: Int32]

  private(set) var kept: [Int32] = []
  /// New rows that stay, and stored ones that they replace.
  private(set) var changed: [Int32] = []
  private(set) var counts = StoredCounts()
  /// The first row that counts as a row of the file.
  var firstCounted: Int
  private let rows: Table
  private let firstNew: Int
  private let supplied: [String]
  private let times: Buffer<Int64>
  private let parts: [Column]
  private let content: RowContent
  /// Per row: the row that gives the values of the columns that the file lacks.
  private var carried: [Int32]

  init(_ rows: Table, firstNew: Int, supplied: [String], _ table: ObservationTable) {
    (self.rows, self.firstNew, self.supplied) = (rows, firstNew, supplied)
    firstCounted = firstNew
    times = rows[table.time]!.int64s
    parts = table.parts.map { rows[$0]! }
    content = RowContent(rows, only: supplied.filter { $0 != table.time })
    carried = (0..<Int32(rows.rowCount)).map { $0 }
  }

  mutating func pass(_ group: [Int32]) {
    var last: Report = [:]
    var start = 0
    while start < group.count {
      let end = group[start...].firstIndex { times[Int($0)] != times[Int(group[start])] }
      let report = group[start..<(end ?? group.count)]
      last = pass(report, after: last)
      start = report.endIndex
    }
  }

  /// The rows with values in the columns that the file lacks.
  var completed: Table {
    let columns = zip(rows.fields, rows.columns).map { field, column in
      supplied.contains(field.name) ? column : column.gathered(carried)
    }
    return Table(fields: rows.fields, columns: columns, rowCount: rows.rowCount)
  }

  // MARK: - Implementation

  /// Takes the rows of one time, stored ones first; returns the report that is valid then.
  private mutating func pass(_ report: ArraySlice<Int32>, after last: Report) -> Report {
    let old = report.prefix { Int($0) < firstNew }
    let before = Report(uniqueKeysWithValues: old.map { (id($0), $0) })
    var now = before
    for row in report.dropFirst(old.count) { now[id(row)] = row }
    let new = now.filter { Int($1) >= firstNew }
    counts.duplicates += report.count - old.count - new.count
    if old.isEmpty, isSame(now, as: last) {
      counts.duplicates += new.values.count { Int($0) >= firstCounted }
      return last
    }
    for (id, row) in new {
      let stored = before[id]
      if let stored, content.isSame(Int(stored), Int(row)) {
        counts.duplicates += 1
        now[id] = stored
        continue
      }
      if let base = stored ?? last[id] { carried[Int(row)] = carried[Int(base)] }
      changed += [row] + (stored.map { [$0] } ?? [])
      counts.stored += Int(row) < firstCounted ? 0 : 1
      counts.replaced += stored == nil ? 0 : 1
    }
    kept += now.values
    return now
  }

  private func id(_ row: Int32) -> [Int64] { parts.map { ObservationGroups.value($0, Int(row)) } }

  private func isSame(_ report: Report, as other: Report) -> Bool {
    report.count == other.count
      && report.allSatisfy { id, row in
        other[id].map { content.isSame(Int($0), Int(row)) } ?? false
      }
  }
}
