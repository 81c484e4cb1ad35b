import ColumnStore
import Columns

/// A table of reports: what was said of something, and when.
struct Reports {
  let writer: StoreWriter
  let table: String
  let fields: [Field]
  /// The columns that tell what a report is of.
  let keys: [String]
  /// The columns that tell the parts of one report apart.
  var parts: [String] = []
  /// The column that tells when it was said.
  var time = "reported_at"

  /// All stored rows, in time order.
  func stored() throws(StoreError) -> Table {
    var months: [Table] = []
    for month in writer.months(of: table) {
      if let rows = try writer.rows(of: table, month) { months.append(rows) }
    }
    let none = Table(fields: fields, columns: fields.map { .nulls($0.type, count: 0) }, rowCount: 0)
    return Table.concatenated([none] + months).columns(fields)
  }

  /// Writes months anew.
  ///
  /// - Parameters:
  ///   - rows: All rows, stored and new.
  ///   - kept: Those that stay.
  ///   - changed: Rows whose months have changed.
  /// - Throws: ``StoreError`` when a segment cannot be written.
  func write(_ rows: Table, kept: [Int32], changed: [Int32]) throws(StoreError) {
    let times = rows[time]!.int64s
    let months = Set(changed.map { Month(ofInstant: times[Int($0)]) })
    let byMonth = Dictionary(grouping: kept) { Month(ofInstant: times[Int($0)]) }
    for month in months.sorted() {
      let order = sorted(byMonth[month] ?? [], rows)
      try writer.replace(table, month, with: rows.gathered(order).columns(fields))
    }
  }

  /// By time, then by what the reports are of, so that the order of arrival leaves no trace.
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
