import ColumnStore
import Columns
import Racing
import RowReading

/// A month's stored runners as flat rows, numbered by their place.
enum StoredRunners {
  /// The column with the number of the stored row that a row is, or is to replace.
  ///
  /// The mapping's key identifies a row without a number. The column is never stored.
  static let rowName = "stored_row"

  /// The number of a row that replaces no stored one.
  static let noRow: Int32 = -1

  /// Returns the flat rows, numbered from 0, with `tote_paid` as files state it.
  static func rows(_ writer: StoreWriter, _ month: Month) throws(StoreError) -> Table? {
    guard let races = try writer.rows(of: RacingTables.races, month),
      let runners = try writer.rows(of: RacingTables.runners, month)
    else { return nil }
    let flat = FlatRows.joined(runners: runners, races: ToteJoin.stated(races))
    let numbers = Buffer((0..<Int32(flat.rowCount)).map { $0 })
    return flat.replacing(rowName, Column(.int32, .int32(numbers)))
  }

  /// Returns the months of stored races, by race key.
  static func months(of raceIDs: [String], _ writer: StoreWriter) throws(StoreError)
    -> [String: Month]
  {
    guard !raceIDs.isEmpty else { return [:] }
    var wanted: [Int64: [String]] = [:]
    for id in raceIDs {
      var id = id
      let hash = id.withUTF8(RaceKeyHash.of)
      wanted[hash, default: []].append(id)
    }
    let filter = HashFilter(Array(wanted.keys))
    var found: [String: Month] = [:]
    for month in writer.months(of: RacingTables.raceKeys) {
      guard let keys = try writer.rows(of: RacingTables.raceKeys, month) else { continue }
      for hash in filter.likely(in: keys.keyHashes) {
        for id in wanted[hash] ?? [] { found[id] = month }
      }
    }
    return found
  }

  /// Returns the days of stored races, by race key.
  ///
  /// - Parameters:
  ///   - fileDays: By race key, the day that a file gives, nearly always that of the store.
  ///   - writer: The store's writer.
  /// - Returns: The days; some may differ from the file's.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  static func days(of fileDays: [String: Int32], _ writer: StoreWriter) throws(StoreError)
    -> [String: Int32]
  {
    var found: [String: Int32] = [:]
    for month in Set(fileDays.values.map { Month(of: Day($0)) }) {
      try addDays(of: fileDays, in: month, writer, to: &found)
    }
    let missing = fileDays.keys.filter { found[$0] == nil }
    for month in Set(try months(of: missing, writer).values) {
      try addDays(of: fileDays, in: month, writer, to: &found)
    }
    return found
  }

  private static func addDays(
    of fileDays: [String: Int32], in month: Month, _ writer: StoreWriter,
    to found: inout [String: Int32]
  ) throws(StoreError) {
    guard let races = try writer.rows(of: RacingTables.races, month) else { return }
    let (ids, dates) = (races.raceIDs, races.dates)
    for race in 0..<races.rowCount {
      let id = ids[race]
      if fileDays[id] != nil { found[id] = dates[race] }
    }
  }

  /// Whether a month has races of another source than the given ones.
  static func isOpen(to sources: Set<Int32>, _ month: Month, _ writer: StoreWriter)
    throws(StoreError) -> Bool
  {
    guard let races = try writer.rows(of: RacingTables.races, month),
      let runners = try writer.rows(of: RacingTables.runners, month)
    else { return false }
    guard let only = sources.first, sources.count == 1 else { return true }
    // Each race has a runner; older stores may have rows without a source.
    guard let stored = races["source"] ?? runners["source"] else { return true }
    return stored.int32s.contains { $0 != only }
  }
}
