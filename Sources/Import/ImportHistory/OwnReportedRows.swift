import ColumnStore
import Columns
import StoreImport
import StoreTables

/// The rows that the latest import, or the latest imports of one file, added to the tables of a
/// running club, a sportsbook, a betting or a support service.
///
/// If they replaced none, the tables without these rows are as before: such an import drops rows
/// only because the same ones were stored already.
enum OwnReportedRows {
  /// Removes imports' rows.
  ///
  /// - Parameters:
  ///   - gone: The imports, oldest first.
  ///   - ledger: The store's imports.
  ///   - writer: The store's writer.
  /// - Returns: Whether that undoes the imports; false, with nothing changed, where they are of
  ///   races or others must run again.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  static func remove(_ gone: [ImportedFile], _ ledger: ImportLedger, _ writer: StoreWriter)
    throws(StoreError) -> Bool
  {
    let ids = Set(gone.map(\.id))
    let stored = gone.reduce(0) { $0 + $1.stored }
    guard Set(ledger.standing.suffix(gone.count).map(\.id)) == ids, stored > 0,
      gone.allSatisfy({ $0.replaced == 0 && $0.retryOf == nil })
    else { return false }
    var left: [(table: String, month: Month, rows: Table)] = []
    var count = 0
    for table in SeasonTables.rebuiltTables + PromotionTables.rebuiltTables
      + BettingTables.rebuiltTables + SupportTables.rebuiltTables
    {
      for month in writer.months(of: table) {
        guard let rows = try writer.rows(of: table, month) else { continue }
        let rest = rows.leavingOut(imports: ids)
        guard rest.rowCount < rows.rowCount else { continue }
        count += rows.rowCount - rest.rowCount
        left.append((table, month, rest))
      }
    }
    guard count == stored else { return false }
    for (table, month, rows) in left { try writer.replace(table, month, with: rows) }
    return true
  }
}
