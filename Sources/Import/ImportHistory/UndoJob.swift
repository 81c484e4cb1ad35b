import ColumnStore
import Columns
import Mappings
import Racing
import RowReading
import StoreImport

/// Takes an import back: the store becomes what it would be had its file never been imported.
///
/// All other imports are run again from the raw archive, in one commit; where the import is the
/// latest and alone in its months, these are emptied instead. The undone import stays in the list
/// of imports, marked; its file may be imported again.
public struct UndoJob {
  /// The store's folder.
  public var store: String
  /// The number of the import to take back.
  public var importID: Int
  /// Tables of other modules that are made of the same files.
  public var derived: [any DerivedTables] = []
  /// Number of worker threads.
  public var threads = 1
  /// The time of the change, µs since 1970 UTC.
  public var now: Int64
  /// Called with each step.
  public var progress: (String) -> Void = { _ in }
  /// Told the work of the current file: `ImportJob.workProgress`.
  public var workProgress: @Sendable (ImportWork) -> Void = { _ in }

  /// Describes an undoing.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - importID: The number of the import to take back.
  ///   - now: The time of the change, µs since 1970 UTC.
  public init(store: String, importID: Int, now: Int64) {
    self.store = store
    self.importID = importID
    self.now = now
  }

  /// Takes the import back, and the retries of its refused rows with it.
  ///
  /// - Returns: The imports taken back, oldest first, with the counts they had.
  /// - Throws: `ImportError`; the store then is as before.
  public func run() throws(ImportError) -> [ImportedFile] {
    let writer = try onStore { () throws(StoreError) in try StoreWriter(existing: store) }
    defer { writer.close() }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    let gone = try ledger.takenBack(byUndoing: importID, store: store)
    if !(try emptyOwnMonths(of: gone, &ledger, writer)) {
      var rebuild = StoreRebuild(writer: writer)
      rebuild.threads = threads
      rebuild.progress = progress
      rebuild.workProgress = workProgress
      try rebuild.run(&ledger, undoing: Set(gone.map(\.id)), at: now)
    }
    progress("committing")
    for var tables in derived { try tables.refill(without: gone, ledger, writer, threads: threads) }
    try onStore { () throws(StoreError) in
      try ledger.write(to: writer)
      try forgetAnswers(of: Set(gone.map(\.id)), writer)
      try writer.commit(threads: threads)
    }
    return gone
  }

  // MARK: - Implementation

  /// Removes what is noted of fetched answers, so that they are asked for again; of tables that
  /// were filled anew there is nothing left to remove.
  private func forgetAnswers(of gone: Set<Int>, _ writer: StoreWriter) throws(StoreError) {
    for table in RacingTables.fetchTables {
      for month in writer.months(of: table) {
        guard let rows = try writer.rows(of: table, month) else { continue }
        let left = rows.leavingOut(imports: gone)
        if left.rowCount < rows.rowCount { try writer.replace(table, month, with: left) }
      }
    }
  }

  /// Takes the import back the short way; false where that is not safe, and nothing was done.
  private func emptyOwnMonths(
    of gone: [ImportedFile], _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> Bool {
    try onStore { () throws(StoreError) in
      // Rows that left the list of rejects for these imports come back when others run again.
      if try ledger.hasSettledRows(by: gone, writer) { return false }
      if try OwnReportedRows.remove(gone, ledger, writer) {
        for imported in gone { ledger.undo(imported.id, at: now, isOfRacing: false) }
        return true
      }
      guard gone.count == 1 else { return false }
      guard let months = try OwnMonths.of(gone[0], ledger, writer) else { return false }
      for table in RacingTables.rebuiltTables {
        for month in months { try writer.replace(table, month, with: Table([])) }
      }
      ledger.undo(gone[0].id, at: now)
      return true
    }
  }
}
