import ColumnStore
import Columns
import Mappings
import Racing
import RowReading
import StoreImport

/// Undoes an import: the store becomes what it would be without its file.
///
/// Runs all other imports again from the raw archive, in one commit; if the import is the latest
/// and alone in its months, empties these instead. The undone import stays in the list of imports,
/// marked; its file may be imported again.
public struct UndoJob {
  /// The store's folder.
  public var store: String
  /// The number of the import to undo.
  public var importID: Int
  /// Tables of other modules that are made from the same files.
  public var derived: [any DerivedTables] = []
  /// Number of worker threads.
  public var threads = 1
  /// The time of the change, µs since 1970 UTC.
  public var now: Int64
  /// Called with each step.
  public var progress: (String) -> Void = { _ in }
  /// Receives the work of the current file: `ImportJob.workProgress`.
  public var workProgress: @Sendable (ImportWork) -> Void = { _ in }

  /// Describes an undo.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - importID: The number of the import to undo.
  ///   - now: The time of the change, µs since 1970 UTC.
  public init(store: String, importID: Int, now: Int64) {
    self.store = store
    self.importID = importID
    self.now = now
  }

  /// Undoes the import, and the retries of its refused rows with it.
  ///
  /// - Returns: The undone imports, oldest first, with their earlier counts.
  /// - Throws: `ImportError`; the store is then unchanged.
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

  /// Removes the notes on fetched answers, so that a fetch requests them again; has nothing to
  /// remove from refilled tables.
  private func forgetAnswers(of gone: Set<Int>, _ writer: StoreWriter) throws(StoreError) {
    for table in RacingTables.fetchTables {
      for month in writer.months(of: table) {
        guard let rows = try writer.rows(of: table, month) else { continue }
        let left = rows.leavingOut(imports: gone)
        if left.rowCount < rows.rowCount { try writer.replace(table, month, with: left) }
      }
    }
  }

  /// Undoes the import the short way; false where that is not safe, with nothing changed.
  private func emptyOwnMonths(
    of gone: [ImportedFile], _ ledger: inout ImportLedger, _ writer: StoreWriter
  ) throws(ImportError) -> Bool {
    try onStore { () throws(StoreError) in
      // Rows that these imports took off the list of rejects come back only if others run again.
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
