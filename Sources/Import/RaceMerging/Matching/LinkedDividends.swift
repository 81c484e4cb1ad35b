import ColumnStore
import Columns
import Racing
import RowReading

/// Dividends of races that are stored under another source's key.
package struct LinkedDividends {
  let writer: StoreWriter
  let links: RaceLinks

  package init(
    writer: StoreWriter, links: RaceLinks
  ) {
    self.writer = writer
    self.links = links
  }

  private struct Key: Hashable {
    let race: String
    let pool: Int32?
    let combination: Int32?
  }

  /// Gives a file's dividends the key and the day that their races are stored under.
  ///
  /// If another source has stored a dividend already, its values are kept: the row repeats them.
  /// If one file has a dividend under several keys, the values under the stored key are kept.
  ///
  /// - Parameters:
  ///   - rows: The file's rows.
  ///   - kept: The kept rows.
  /// - Returns: The rows, and the rows still kept.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  package func applied(
    to rows: Table, kept: [Int32]
  ) throws(StoreError) -> (rows: Table, kept: [Int32]) {
    guard !links.isEmpty else { return (rows, kept) }
    let ids = rows.raceIDs
    var keys = (0..<rows.rowCount).map { ids[$0] }
    let shared = kept.filter {
      links[keys[Int($0)]] != nil || !links.leading(to: keys[Int($0)]).isEmpty
    }
    guard !shared.isEmpty else { return (rows, kept) }
    for row in shared { links[keys[Int(row)]].map { keys[Int(row)] = $0.linkedRaceID } }
    var dates = Array(rows.dates)
    var fileDays: [String: Int32] = [:]
    for row in shared { fileDays[keys[Int(row)]] = dates[Int(row)] }
    let days = try StoredRunners.days(of: fileDays, writer)
    for row in shared { days[keys[Int(row)]].map { dates[Int(row)] = $0 } }
    let linked = rows.replacing("race_id", Column(.text, .text(TextBuffer(keys))))
      .replacing("date", Column(.date, .int32(Buffer(dates))))
    var seen: Set<Key> = []
    var repeated: Set<Int32> = []
    for isOwn in [true, false] {
      for row in shared where (ids[Int(row)] == keys[Int(row)]) == isOwn {
        if !seen.insert(Self.key(linked, Int(row))).inserted { repeated.insert(row) }
      }
    }
    return (
      try repeatingOthers(linked, shared.filter { !repeated.contains($0) }),
      kept.filter { !repeated.contains($0) }
    )
  }

  /// Moves stored dividends to their races where these have just been linked.
  func move(_ new: [RaceLink]) throws(StoreError) -> [Month] {
    let wanted = Set(new.map(\.raceID))
    var changed: [Month] = []
    for month in try DividendDays(writer).months(of: wanted) {
      guard let rows = try writer.rows(of: RacingTables.dividends, month) else { continue }
      let ids = rows.raceIDs
      let all = (0..<Int32(rows.rowCount)).map { $0 }
      let moving = all.filter { wanted.contains(ids[Int($0)]) }
      guard !moving.isEmpty else { continue }
      let staying = all.filter { !wanted.contains(ids[Int($0)]) }
      try writer.replace(RacingTables.dividends, month, with: rows.gathered(staying))
      let moved = try applied(to: rows, kept: moving)
      changed += try DividendImport(writer: writer).merge(moved.rows, kept: moved.kept).1
    }
    return changed
  }

  // MARK: - Implementation

  /// Returns the rows; a dividend that another source stored before takes its values.
  private func repeatingOthers(_ rows: Table, _ shared: [Int32]) throws(StoreError) -> Table {
    let dates = rows.dates
    var parts = [rows]
    for month in Set(shared.map { Month(of: Day(dates[Int($0)])) }).sorted() {
      if let stored = try writer.rows(of: RacingTables.dividends, month) { parts.append(stored) }
    }
    let all = Table.concatenated(parts)
    var places: [Key: Int32] = [:]
    for row in rows.rowCount..<all.rowCount { places[Self.key(all, row)] = Int32(row) }
    let sources = all.sources
    var origins = (0..<Int32(rows.rowCount)).map { $0 }
    for row in shared {
      guard let place = places[Self.key(all, Int(row))] else { continue }
      if sources[Int(place)] != sources[Int(row)] { origins[Int(row)] = place }
    }
    let supplied = rows.fields.map { field in
      field.name == "import_id" ? rows[field.name]! : all[field.name]!.gathered(origins)
    }
    return Table(fields: rows.fields, columns: supplied, rowCount: rows.rowCount)
  }

  private static func key(_ table: Table, _ row: Int) -> Key {
    func code(_ name: String) -> Int32? {
      table[name].flatMap { $0.isNull(row) ? nil : $0.int32s[row] }
    }
    return Key(
      race: table.raceIDs[row], pool: code("pool"), combination: code("combination"))
  }
}
