import ColumnStore
import Columns
import RowReading

/// Merges rows into a table that has one row for each key.
///
/// Of two values the later one wins; an empty cell says nothing. Rows that say nothing new are
/// duplicates, so files may come in any order and any number of times.
struct EntityMerge {
  /// The table; its months follow from its time.
  let table: ObservationTable
  /// The column with the time at which a row was reported.
  let reportedAt: String
  /// Distinguishes entities with the same key; a row without a value belongs to the first of them.
  var part: String?
  /// Columns that keep their first value.
  var lasting: [String] = []
  /// Columns taken from the row that was reported last, empty or not.
  var ofLast: [String] = []
  /// The rank of a row: a lower rank never overrules a higher one, however late it was reported.
  var rank: (Table, Int) -> Int = { _, _ in 0 }

  /// Merges rows with the stored ones.
  ///
  /// - Parameter new: The file's rows.
  /// - Returns: Their counts.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ new: Table) throws(StoreError) -> StoredCounts {
    let stored = try table.stored()
    let all = dated(Table.concatenated([stored, new]).columns(table.fields))
    var merging = Merging(all, firstNew: stored.rowCount, self)
    for group in ObservationGroups(all, keys: table.keys, time: reportedAt).groups {
      for part in parts(of: group, all) { merging.pass(part) }
    }
    let times = all[table.time]!.int64s
    try table.write(
      merging.merged(), kept: merging.kept, changed: merging.changed,
      left: Set(merging.replaced.map { Month(ofInstant: times[Int($0)]) }))
    return merging.counts
  }

  // MARK: - Implementation

  /// Returns the rows with a time to sort by: a row without one takes the time it was reported at.
  private func dated(_ rows: Table) -> Table {
    let (times, spare) = (rows[table.time]!, rows[reportedAt]!)
    guard times.validity.nullCount > 0 else { return rows }
    let values = (0..<rows.rowCount).map { times.isNull($0) ? spare.int64s[$0] : times.int64s[$0] }
    return rows.replacing(table.time, Column(.instant, .int64(Buffer(values))))
  }

  /// Returns a key's rows by part, each in the order in which they count.
  private func parts(of group: [Int32], _ rows: Table) -> [[Int32]] {
    let ordered = group.enumerated().sorted { left, right in
      let ranks = (rank(rows, Int(left.element)), rank(rows, Int(right.element)))
      return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
    }.map(\.element)
    guard let part, let ids = rows[part] else { return [ordered] }
    let known = Set(ordered.filter { !ids.isNull(Int($0)) }.map { ids.int64s[Int($0)] }).sorted()
    guard known.count > 1 else { return [ordered] }
    let parts = Dictionary(grouping: ordered) { row in
      ids.isNull(Int(row)) ? known[0] : ids.int64s[Int(row)]
    }
    return known.map { parts[$0]! }
  }
}

/// Goes through the entities of a table, one after another.
private struct Merging {
  private(set) var kept: [Int32] = []
  /// Rows whose months must be rewritten.
  private(set) var changed: [Int32] = []
  /// Stored rows that others replace: an earlier first time may lie in another month.
  private(set) var replaced: [Int32] = []
  private(set) var counts = StoredCounts()
  private let rows: Table
  private let firstNew: Int
  private let lasting: Set<String>
  private let ofLast: Set<String>
  /// Columns whose differences do not count.
  private let silent: Set<String>
  /// For each column and row: the row that its value is taken from.
  private var sources: [[Int32]]

  init(_ rows: Table, firstNew: Int, _ rules: EntityMerge) {
    (self.rows, self.firstNew) = (rows, firstNew)
    (lasting, ofLast) = (Set(rules.lasting), Set(rules.ofLast))
    // A line's time is the time of its report, and gives its month.
    silent = Set([rules.reportedAt, "source", "import_id"]).subtracting([rules.table.time])
    let own = (0..<Int32(rows.rowCount)).map { $0 }
    sources = rows.fields.map { _ in own }
  }

  /// Merges the rows of one entity, given in the order in which they count.
  mutating func pass(_ part: [Int32]) {
    let stored = part.filter { Int($0) < firstNew }
    let newCount = part.count - stored.count
    let place = stored.first ?? part[0]
    let values = rows.fields.indices.map { source(of: $0, in: part) }
    // A store of an earlier version may have two rows of one entity: the next row of it joins them.
    let isNews =
      stored.count != 1
      || rows.fields.indices.contains { column in
        !silent.contains(rows.fields[column].name)
          && !rows.columns[column].holdsSame(
            Int(place), as: rows.columns[column], Int(values[column]))
      }
    guard isNews, newCount > 0 else {
      kept += stored
      counts.duplicates += newCount
      return
    }
    for column in rows.fields.indices { sources[column][Int(place)] = values[column] }
    kept.append(place)
    changed.append(place)
    replaced += stored
    counts.stored += 1
    counts.replaced += stored.isEmpty ? 0 : 1
    counts.duplicates += newCount - 1
  }

  /// Returns the rows with the values that won.
  func merged() -> Table {
    Table(
      fields: rows.fields,
      columns: zip(rows.columns, sources).map { $0.gathered($1) }, rowCount: rows.rowCount)
  }

  // MARK: - Implementation

  /// Returns the row whose value of a column wins.
  private func source(of column: Int, in part: [Int32]) -> Int32 {
    let name = rows.fields[column].name
    if ofLast.contains(name) { return part.last! }
    // The newest import that contributed a value counts.
    if name == "import_id" { return part.max { importID($0) < importID($1) }! }
    let known = part.filter { !rows.columns[column].isNull(Int($0)) }
    return (lasting.contains(name) ? known.first : known.last) ?? part.last!
  }

  private func importID(_ row: Int32) -> Int32 {
    let ids = rows["import_id"]!
    return ids.isNull(Int(row)) ? 0 : ids.int32s[Int(row)]
  }
}
