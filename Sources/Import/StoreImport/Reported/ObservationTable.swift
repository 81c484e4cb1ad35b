import Columns
import ColumnStore

/// A table whose rows each state something at one time.
struct ObservationTable {
  let writer: StoreWriter
  let name: String
  let fields: [Field]
  /// The columns that identify the subject of a row.
  let keys: [String]
  /// The columns that distinguish the parts of one observation.
  var parts: [String] = []
  /// The column with the time of the observation.
  var time = "reported_at"

  /// Returns all stored rows, in time order.
  func stored() throws(StoreError) -> Table {
    var months: [Table] = []
    for month in writer.months(of: name) {
      if let rows = try writer.rows(of: name, month) { months.append(rows) }
    }
    let none = Table(fields: fields, columns: fields.map { .nulls($0.type, count: 0) }, rowCount: 0)
    return Table.concatenated([none] + months).columns(fields)
  }

  /// Rewrites months.
  ///
  /// - Parameters:
  ///   - rows: All rows, stored and new.
  ///   - kept: The rows that stay.
  ///   - changed: Rows whose months have changed.
  ///   - left: Months that rows have left, since their time has changed.
  /// - Throws: ``StoreError`` when a segment cannot be written.
  func write(
    _ rows: Table, kept: [Int32], changed: [Int32], left: Set<Month> = []
  ) throws(StoreError) {
    let times = rows[time]!.int64s
    let months = left.union(changed.map { Month(ofInstant: times[Int($0)]) })
    let byMonth = Dictionary(grouping: kept) { Month(ofInstant: times[Int($0)]) }
    for month in months.sorted() {
      let order = sorted(byMonth[month] ?? [], rows)
      try writer.replace(name, month, with: rows.gathered(order).columns(fields))
    }
  }

  /// Sorts by time, then by keys and parts, so that the order of arrival has no effect.
  private func sorted(_ kept: [Int32], _ rows: Table) -> [Int32] {
    let times = rows[time]!.int64s
    let columns = (keys + parts).map { rows[$0]! }
    return kept.sorted { left, right in
      let (left, right) = (Int(left), Int(right))
      if times[left] != times[right] { return times[left] < times[right] }
      for column in columns where !column.holdsSame(left, as: column, right) {
        return precedes(left, right, in: column)
      }
      return left < right
    }
  }

  private func precedes(_ left: Int, _ right: Int, in column: Column) -> Bool {
    if column.isNull(left) || column.isNull(right) { return column.isNull(left) }
    switch (column.type, column.values) {
    case (.coded(let name), .int32(let codes)):
      let names = writer.dictionary(name)
      return names.utf8(Int(codes[left])).lexicographicallyPrecedes(names.utf8(Int(codes[right])))
    case (_, .int16(let values)): return values[left] < values[right]
    case (_, .int32(let values)): return values[left] < values[right]
    case (_, .int64(let values)): return values[left] < values[right]
    default: preconditionFailure("no key of a report has the type \(column.type)")
    }
  }
}

/// The rows of an ``ObservationTable``, grouped by key, each group in time order.
///
/// At equal times stored rows come first, then new ones in file order.
struct ObservationGroups {
  private(set) var groups: [[Int32]] = []

  init(_ rows: Table, keys: [String], time: String) {
    let columns = keys.map { rows[$0]! }
    var places: [[Int64]: Int] = [:]
    for row in 0..<rows.rowCount {
      let key = columns.map { Self.value($0, row) }
      if let place = places[key] {
        groups[place].append(Int32(row))
      } else {
        places[key] = groups.count
        groups.append([Int32(row)])
      }
    }
    let times = rows[time]!.int64s
    for index in groups.indices {
      groups[index].sort { (times[Int($0)], $0) < (times[Int($1)], $1) }
    }
  }

  /// Returns a code or a number; for null a value that no cell has.
  static func value(_ column: Column, _ row: Int) -> Int64 {
    if column.isNull(row) { return .min }
    return switch column.values {
    case .int16(let values): Int64(values[row])
    case .int32(let values): Int64(values[row])
    case .int64(let values): values[row]
    default: preconditionFailure("no key of a report has the type \(column.type)")
    }
  }
}

extension Month {
  /// The month of a moment in UTC, µs since 1970.
  init(ofInstant micros: Int64) {
    let perDay: Int64 = 86_400_000_000
    let day = micros >= 0 ? micros / perDay : (micros - perDay + 1) / perDay
    self.init(of: Day(Int32(day)))
  }
}

extension Table {
  /// Returns the table with exactly the given columns; columns that it lacks are null.
  func columns(_ fields: [Field]) -> Table {
    Table(fields: fields, columns: fields.map(column), rowCount: rowCount)
  }
}
