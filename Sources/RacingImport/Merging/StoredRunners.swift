import ColumnStore
import Columns
import Racing

/// A month's stored runners as flat rows that can be named by their place.
enum StoredRunners {
  /// The column that says which stored row of its race a row is, or is to replace.
  ///
  /// Rows that name none are told apart by the mapping's key. The column is never stored.
  static let rowName = "stored_row"

  /// A row of this name replaces no stored one.
  static let noRow: Int32 = -1

  /// Returns the flat rows, numbered from 0.
  static func rows(_ writer: StoreWriter, _ month: Month) throws(StoreError) -> Table? {
    guard let races = try writer.rows(of: RacingTables.races, month),
      let runners = try writer.rows(of: RacingTables.runners, month)
    else { return nil }
    let flat = FlatRows.joined(runners: runners, races: races)
    let numbers = Buffer((0..<Int32(flat.rowCount)).map { $0 })
    return flat.replacing(rowName, Column(.int32, .int32(numbers)))
  }

  /// Returns the months that races are stored in, by race key.
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
    var found: [String: Month] = [:]
    for month in writer.months(of: RacingTables.raceKeys) {
      guard let keys = try writer.rows(of: RacingTables.raceKeys, month) else { continue }
      for hash in keys.keyHashes {
        for id in wanted[hash] ?? [] { found[id] = month }
      }
    }
    return found
  }

  /// Whether a month has a race that a source has not told of.
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
