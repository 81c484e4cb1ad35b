import ColumnStore
import Columns
import Racing

/// Stored races that a file dates in another month than the one they are stored in.
///
/// Each month keeps its race keys' hashes, sorted, so that finding them costs a search per new
/// race and month rather than a pass over all stored rows.
struct MovedRaces {
  /// By month of departure: the race keys.
  private var leaving: [Month: Set<String>] = [:]
  /// By month of arrival: the stored flat rows.
  private(set) var arriving: [Month: Table] = [:]

  var monthsLeft: [Month] { leaving.keys.sorted() }

  func arrives(in month: Month) -> Bool { arriving[month] != nil }

  func touches(_ month: Month) -> Bool { arrives(in: month) || leaving[month] != nil }

  init(writer: StoreWriter, flat: Table, order: RaceOrder) throws(StoreError) {
    let stored = writer.months(of: RacingTables.raceKeys)
    guard !stored.isEmpty else { return }
    let ids = flat["race_id"]!.texts
    let dates = flat["date"]!.int32s
    var newMonths: [Int64: (id: String, month: Month)] = [:]
    for start in order.starts.dropLast() {
      let row = Int(order.rows[start])
      newMonths[RaceKeyHash.of(ids.utf8(row))] = (ids[row], Month(of: Day(dates[row])))
    }
    let hashes = newMonths.keys.sorted()
    for month in stored {
      guard let keys = try writer.rows(of: RacingTables.raceKeys, month) else { continue }
      for hash in Self.common(hashes, keys["key_hash"]!.int64s) {
        let (id, newMonth) = newMonths[hash]!
        if newMonth != month { try move(id, from: month, to: newMonth, writer) }
      }
    }
  }

  /// A month's flat rows without the races that leave it.
  func remaining(_ flat: Table, in month: Month) -> Table {
    guard let gone = leaving[month] else { return flat }
    let ids = flat["race_id"]!.texts
    return flat.gathered((0..<Int32(flat.rowCount)).filter { !gone.contains(ids[Int($0)]) })
  }

  // MARK: - Implementation

  private mutating func move(_ id: String, from: Month, to: Month, _ writer: StoreWriter)
    throws(StoreError)
  {
    guard let races = try writer.rows(of: RacingTables.races, from),
      let runners = try writer.rows(of: RacingTables.runners, from)
    else { return }
    let flat = FlatRows.joined(runners: runners, races: races)
    let ids = flat["race_id"]!.texts
    let rows = (0..<Int32(flat.rowCount)).filter { ids[Int($0)] == id }
    // Another race may share the hash.
    guard !rows.isEmpty else { return }
    leaving[from, default: []].insert(id)
    let part = flat.gathered(rows)
    arriving[to] = arriving[to].map { Table.concatenated([$0, part]) } ?? part
  }

  /// Hashes in both sorted lists: by binary search where few are new, else by one pass.
  private static func common(_ few: [Int64], _ many: Buffer<Int64>) -> [Int64] {
    if few.count * 16 > many.count {
      let wanted = Set(few)
      return many.pointer.filter { wanted.contains($0) }
    }
    return few.filter { hash in
      var range = 0..<many.count
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        if many[middle] == hash { return true }
        range = many[middle] < hash ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
      }
      return false
    }
  }
}
