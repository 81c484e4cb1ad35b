import ColumnStore
import Columns
import Racing
import RowReading
import StoreImport

/// The months that only the latest import has changed: without it they are empty.
///
/// Undoing that import needs no other import to run again, because an import that changes older
/// rows leaves a sign in the months it fills: a replaced row counts, a moved race brings its older
/// runners along, dividends are stored beside the runners of their race, and a race of another
/// source gets a link.
///
/// The caller first checks for rows of other imports that this one took off the list of rejects.
///
/// If you let an import change rows in other ways, also check for its signs here.
enum OwnMonths {
  /// Finds the months of an import.
  ///
  /// - Parameters:
  ///   - imported: The import.
  ///   - ledger: The store's imports.
  ///   - writer: The store's writer.
  /// - Returns: The months; nil where other imports have rows in them, or where the import is not
  ///   the latest.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  static func of(_ imported: ImportedFile, _ ledger: ImportLedger, _ writer: StoreWriter)
    throws(StoreError) -> [Month]?
  {
    let isLatest = ledger.standing.last?.id == imported.id
    guard isLatest, imported.replaced == 0, imported.retryOf == nil else { return nil }
    for month in writer.months(of: RacingTables.raceLinks) {
      let links = try writer.rows(of: RacingTables.raceLinks, month)
      let isLinked = links?.importIDs.contains { Int($0) == imported.id }
      if isLinked == true { return nil }
    }
    var months: Set<Month> = []
    var others: Set<Month> = []
    var rowCount = 0
    for table in [RacingTables.runners, RacingTables.dividends] {
      for month in writer.months(of: table) {
        guard let ids = try importIDs(of: table, month, writer) else { continue }
        let own = ids.count { Int($0) == imported.id }
        rowCount += own
        if own > 0 { months.insert(month) }
        if own < ids.count { others.insert(month) }
      }
    }
    guard rowCount == imported.stored, months.isDisjoint(with: others) else { return nil }
    return months.sorted()
  }

  private static func importIDs(of table: String, _ month: Month, _ writer: StoreWriter)
    throws(StoreError) -> Buffer<Int32>?
  {
    guard let rows = try writer.rows(of: table, month) else { return nil }
    guard table == RacingTables.runners else { return rows["import_id"]?.int32s }
    let races = try writer.rows(of: RacingTables.races, month) ?? Table([])
    return FlatRows.perRunner("import_id", runners: rows, races: races)?.int32s
  }
}
