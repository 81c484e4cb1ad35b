import ColumnStore
import Columns
import Racing
import RowReading

/// The races of a retry's rows that newer imports than the refusing one have, too.
///
/// Such an import is newer than the rows, though older than the retry: the facts of the race, such
/// as its day, stay as that import gave them, for all runners.
package struct RetriedRaces {
  private let writer: StoreWriter
  /// The import that refused the rows.
  private let refusedBy: Int
  /// By retry, the import whose rows it read.
  private let origins: [Int32: Int]

  /// Prepares for a retry.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - refusedBy: The number of the import that refused the rows.
  ///   - origins: By retry, the import whose rows it read.
  package init(writer: StoreWriter, refusedBy: Int, origins: [Int32: Int]) {
    (self.writer, self.refusedBy, self.origins) = (writer, refusedBy, origins)
  }

  /// Returns rows with the newer facts of their races.
  ///
  /// - Parameters:
  ///   - rows: Flat rows under the keys that their races are stored by.
  ///   - kept: The kept rows.
  /// - Returns: The rows in the same order.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  package func amended(_ rows: Table, kept: [Int32]) throws(StoreError) -> Table {
    let newer = try newerRows(of: rows, kept)
    guard newer.rowCount > 0 else { return rows }
    let (ids, newerIDs) = (rows.raceIDs, newer.raceIDs)
    var places: [String: Int32] = [:]
    for row in 0..<newer.rowCount { places[newerIDs[row]] = Int32(rows.rowCount + row) }
    let facts = Set(RacingTables.raceFields.map(\.name)).subtracting(["race_id"])
    let columns = zip(rows.fields, rows.columns).map { field, own in
      guard facts.contains(field.name) else { return own }
      let all = Column.concatenated([own, newer.column(field)])
      var origins = (0..<Int32(rows.rowCount)).map { $0 }
      for row in kept {
        guard let place = places[ids[Int(row)]], !all.isNull(Int(place)) else { continue }
        origins[Int(row)] = place
      }
      return all.gathered(origins)
    }
    return Table(fields: rows.fields, columns: columns, rowCount: rows.rowCount)
  }

  // MARK: - Implementation

  /// Returns the rows that newer imports have stored for the same races.
  private func newerRows(of rows: Table, _ kept: [Int32]) throws(StoreError) -> Table {
    let ids = rows.raceIDs
    let ownIDs = Set(kept.map { ids[Int($0)] })
    var parts: [Table] = []
    for month in Set(try StoredRunners.months(of: Array(ownIDs), writer).values).sorted() {
      guard let stored = try StoredRunners.rows(writer, month) else { continue }
      let (keys, versions) = (stored.raceIDs, stored.importIDs)
      let newer = (0..<stored.rowCount).filter { row in
        (origins[versions[row]] ?? Int(versions[row])) > refusedBy && ownIDs.contains(keys[row])
      }
      if !newer.isEmpty { parts.append(stored.gathered(newer.map { Int32($0) })) }
    }
    return parts.isEmpty ? Table([]) : Table.concatenated(parts)
  }
}
