import Columns

/// The order of a ledger's rows within a month: by time, then by key.
///
/// The walk through a season relies on it.
struct LedgerOrder {
  private let times: Buffer<Int64>
  private let keys: TextBuffer

  init(_ rows: Table) {
    times = rows["event_time"]!.int64s
    keys = rows["tx_key"]!.texts
  }

  /// Whether the rows stand in order.
  var isSorted: Bool {
    (0..<max(0, times.count - 1)).allSatisfy { !precedes($0 + 1, $0) }
  }

  /// The rows in order.
  func sorted() -> [Int32] {
    (0..<Int32(times.count)).sorted { precedes(Int($0), Int($1)) }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    if times[left] != times[right] { return times[left] < times[right] }
    return keys.utf8(left).lexicographicallyPrecedes(keys.utf8(right))
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
  /// The table with exactly these columns; those it lacks are null.
  func columns(_ fields: [Field]) -> Table {
    Table(fields: fields, columns: fields.map(column), rowCount: rowCount)
  }
}
