import ColumnStore
import Columns
import Racing
import RowReading

/// The days that dividends are stored on.
///
/// A file may date a dividend differently from its race: by another clock, or before the race was
/// postponed. All dividends of a race are stored on one day: the race's, or the newest file's until
/// the race is stored. So they are found next to it.
struct DividendDays {
  private let writer: StoreWriter
  /// The races that have stored dividends, sorted by the hashes of their keys.
  private let races: [Place]

  private struct Place {
    /// The race key's hash.
    let hash: Int64
    let day: Int32
  }

  /// Reads the days of all stored dividends.
  init(_ writer: StoreWriter) throws(StoreError) {
    self.writer = writer
    races = try writer.made(of: RacingTables.dividends, by: Self.places).joined()
      .sorted { $0.hash < $1.hash }
  }

  /// Returns the days of a file's sorted races whose dividends are stored on other days, by race
  /// key.
  func strays(from rows: ImportRows) -> [String: Int32] {
    guard !races.isEmpty else { return [:] }
    let (ids, dates, groups) = (rows.table.raceIDs, rows.table.dates, rows.races)
    var days: [String: Int32] = [:]
    for start in groups.starts.dropLast() {
      let row = Int(groups.rows[start])
      if isStray(RaceKeyHash.of(ids.utf8(row)), from: dates[row]) { days[ids[row]] = dates[row] }
    }
    return days
  }

  /// Returns the races, by key with their days, whose dividends are stored on other days.
  func strays(from days: [String: Int32]) -> [String: Int32] {
    guard !races.isEmpty else { return [:] }
    return days.filter { isStray(Self.hash($0.key), from: $0.value) }
  }

  /// Returns the months that hold dividends of some races.
  ///
  /// - Parameter ids: The keys of the races.
  /// - Returns: The months in order; some may only hold a race whose key has the same hash.
  func months(of ids: some Sequence<String>) -> [Month] {
    var months: Set<Month> = []
    for id in ids {
      for day in days(of: Self.hash(id)) { months.insert(Month(of: Day(day))) }
    }
    return months.sorted()
  }

  /// Removes the stored dividends of races that are stored on other days than the given ones.
  ///
  /// - Parameter days: The days, by race key.
  /// - Returns: The removed rows; nil for none.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func remove(besides days: [String: Int32]) throws(StoreError) -> Table? {
    var removed: [Table] = []
    for month in months(of: days.keys) {
      guard let rows = try writer.rows(of: RacingTables.dividends, month) else { continue }
      let (ids, dates) = (rows.raceIDs, rows.dates)
      var leaving: [Int32] = []
      var staying: [Int32] = []
      for row in 0..<rows.rowCount {
        // Another race may share the hash.
        if let day = days[ids[row]], day != dates[row] {
          leaving.append(Int32(row))
        } else {
          staying.append(Int32(row))
        }
      }
      guard !leaving.isEmpty else { continue }
      removed.append(rows.gathered(leaving))
      try writer.replace(RacingTables.dividends, month, with: rows.gathered(staying))
    }
    return removed.isEmpty ? nil : Table.concatenated(removed)
  }

  /// Moves stored dividends to the days that a file gives their races.
  ///
  /// - Parameter rows: The file's sorted rows.
  /// - Returns: The months that received dividends from another day.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func move(to rows: ImportRows) throws(StoreError) -> Set<Month> {
    let days = strays(from: rows)
    guard let removed = try remove(besides: days) else { return [] }
    return try DividendImport(writer: writer).add(Self.dated(removed, days))
  }

  /// Returns dividends with the days of their races, where these are known.
  static func dated(_ rows: Table, _ days: [String: Int32]) -> Table {
    guard !days.isEmpty else { return rows }
    let (ids, dates) = (rows.raceIDs, rows.dates)
    let known = (0..<rows.rowCount).map { days[ids[$0]] ?? dates[$0] }
    return rows.replacing("date", Column(.date, .int32(Buffer(known))))
  }

  // MARK: - Implementation

  /// Returns the races of a month's dividends, sorted by their hashes.
  private static func places(_ rows: Table) -> [Place] {
    let (ids, dates) = (rows.raceIDs, rows.dates)
    var places: [Place] = []
    for row in 0..<rows.rowCount {
      // A race's dividends are next to each other.
      let isSame =
        row > 0 && dates[row] == dates[row - 1]
        && ids.utf8(row).elementsEqual(ids.utf8(row - 1))
      if !isSame { places.append(Place(hash: RaceKeyHash.of(ids.utf8(row)), day: dates[row])) }
    }
    return places.sorted { $0.hash < $1.hash }
  }

  private func isStray(_ hash: Int64, from day: Int32) -> Bool {
    days(of: hash).contains { $0 != day }
  }

  private func days(of hash: Int64) -> [Int32] {
    let place = races.indices.partitionPoint { races[$0].hash >= hash }
    return races[place...].prefix { $0.hash == hash }.map(\.day)
  }

  private static func hash(_ id: String) -> Int64 {
    var id = id
    return id.withUTF8(RaceKeyHash.of)
  }
}
