import ColumnStore
import Columns
import Racing
import RowReading

/// Stored races that move, because a file dates them in another month.
///
/// Each month keeps its race keys' hashes, sorted, so that finding them costs a search per new race
/// and month rather than a pass over all stored rows.
struct MovedRaces {
  /// By month of departure: the race keys.
  private var leaving: [Month: Set<String>] = [:]
  /// By month of arrival: the stored flat rows.
  private(set) var arriving: [Month: Table] = [:]
  private var arrivingRows: [Month: [Table]] = [:]
  /// The months that hold none of the file's races.
  private var strange: Set<Month> = []
  /// The races' new dates.
  private var dates: [String: Int32] = [:]

  var monthsLeft: [Month] { leaving.keys.sorted() }

  func arrives(in month: Month) -> Bool { arriving[month] != nil }

  /// Whether a month holds none of the file's races, and none moves to or from it.
  func isApart(from month: Month) -> Bool { strange.contains(month) && !touches(month) }

  func touches(_ month: Month) -> Bool { arrives(in: month) || leaving[month] != nil }

  /// Takes the sorted rows of a file.
  init(_ rows: ImportRows, _ writer: StoreWriter) throws(StoreError) {
    let stored = try writer.monthlyRows(of: RacingTables.raceKeys)
    guard !stored.isEmpty else { return }
    let ids = rows.table.raceIDs
    let dates = rows.table.dates
    let races = RaceHashes(rows)
    for (month, keys) in stored {
      let known = races.rows(in: keys.keyHashes)
      if known.isEmpty { strange.insert(month) }
      let moving = known.filter { Month(of: Day(dates[$0])) != month }
      if !moving.isEmpty { try move(moving.map { (ids[$0], dates[$0]) }, from: month, writer) }
    }
  }

  /// Returns a month's flat rows without the races that move to another month.
  func remaining(_ flat: Table, in month: Month) -> Table {
    guard let gone = leaving[month] else { return flat }
    let ids = flat.raceIDs
    return flat.gathered((0..<Int32(flat.rowCount)).filter { !gone.contains(ids[Int($0)]) })
  }

  // MARK: - Implementation

  private func newMonth(_ id: String) -> Month { Month(of: Day(dates[id]!)) }

  private mutating func move(
    _ moving: [(id: String, date: Int32)], from: Month, _ writer: StoreWriter
  ) throws(StoreError) {
    guard let flat = try StoredRunners.rows(writer, from) else { return }
    let ids = flat.raceIDs
    let rowsByID = Dictionary(grouping: 0..<Int32(flat.rowCount)) { ids[Int($0)] }
    for (id, date) in moving {
      // Another race may share the hash.
      guard let rows = rowsByID[id] else { continue }
      leaving[from, default: []].insert(id)
      dates[id] = date
      arrivingRows[newMonth(id), default: []].append(flat.gathered(rows))
    }
    arriving = arrivingRows.mapValues { Table.concatenated($0) }
  }
}
