import Columns

/// The rows of a table of reports by what they are of, each group in time order.
///
/// Of rows of one time stored ones come first, then new ones in file order.
struct ReportGroups {
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

  /// A code or a number as it stands; one that no cell holds for none.
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
