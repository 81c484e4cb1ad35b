import ColumnStore
import Columns
import Seasons

/// The rows that the latest import brought to a running club's tables.
///
/// Where it replaced none, the tables without these rows are what they were before: what a club's
/// import drops it drops for rows that were there already.
enum OwnClubRows {
  /// Removes an import's rows.
  ///
  /// - Parameters:
  ///   - imported: The import.
  ///   - ledger: The store's imports.
  ///   - writer: The store's writer.
  /// - Returns: Whether that takes the import back; false where it is no club's, or others have to
  ///   run again, and then nothing was done.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  static func remove(_ imported: ImportedFile, _ ledger: ImportLedger, _ writer: StoreWriter)
    throws(StoreError) -> Bool
  {
    guard ledger.standing.last?.id == imported.id, imported.replaced == 0,
      imported.retryOf == nil, imported.stored > 0
    else { return false }
    var left: [(table: String, month: Month, rows: Table)] = []
    var count = 0
    for table in SeasonTables.rebuiltTables {
      for month in writer.months(of: table) {
        guard let rows = try writer.rows(of: table, month) else { continue }
        let rest = rows.leavingOut(imports: [imported.id])
        guard rest.rowCount < rows.rowCount else { continue }
        count += rows.rowCount - rest.rowCount
        left.append((table, month, rest))
      }
    }
    guard count == imported.stored else { return false }
    for (table, month, rows) in left { try writer.replace(table, month, with: rows) }
    return true
  }
}
