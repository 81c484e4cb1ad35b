import ColumnStore
import Columns
import Racing
import RowReading

/// The stored months before a file is read some months at a time.
///
/// Rows may be added without reading stored ones if their months and races are not stored, no other
/// source has races on the days next to theirs, the file has one source, and their races have no
/// dividend on another day: then there is nothing to merge, move or match.
package final class AppendCheck {
  private let months: Set<Month>
  /// The file's source; nil before the first rows.
  private var source: Int32?
  /// The days of stored dividends; nil for a file without runners.
  private let dividends: DividendDays?

  /// Reads what the writer holds now.
  ///
  /// - Parameters:
  ///   - writer: The writer.
  ///   - hasRunners: Whether the file has runners.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  package init(_ writer: StoreWriter, hasRunners: Bool) throws(StoreError) {
    months = Set(writer.months(of: RacingTables.races))
    dividends = try hasRunners ? DividendDays(writer) : nil
  }

  /// Whether the rows touch nothing stored and have the file's one source.
  ///
  /// - Parameters:
  ///   - rows: The sorted rows of the file's next part.
  ///   - writer: The writer, which may have added other rows since.
  /// - Returns: False also where only a key's hash is among the stored ones.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  func isApart(from rows: ImportRows, _ writer: StoreWriter) throws(StoreError) -> Bool {
    if let dividends, !dividends.strays(from: rows).isEmpty { return false }
    let groups = rows.races
    guard let first = groups.rows.first else { return true }
    let (dates, sources) = (rows.table.dates, rows.table.sources)
    let source = self.source ?? sources[Int(first)]
    self.source = source
    guard groups.rows.allSatisfy({ sources[Int($0)] == source }) else { return false }
    guard !months.isEmpty else { return true }
    let own = rows.months
    guard !own.contains(where: { months.contains($0.month) }) else { return false }
    for (month, races) in own {
      let days = [races.lowerBound, races.upperBound - 1].map {
        dates[Int(groups.rows[groups.starts[$0]])]
      }
      for near in month.beside(Set(days)) where months.contains(near) {
        guard try !StoredRunners.isOpen(to: [source], near, writer) else { return false }
      }
    }
    let hashes = RaceHashes(rows)
    for month in months {
      guard let keys = try writer.rows(of: RacingTables.raceKeys, month) else { continue }
      guard hashes.rows(in: keys.keyHashes).isEmpty else { return false }
    }
    return true
  }

  /// Removes all races that were added since.
  package func restore(_ writer: StoreWriter) {
    for table in RunnerImport.tables { writer.removeRows(of: table, but: months) }
  }
}
