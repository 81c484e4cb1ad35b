import ColumnStore
import Racing
import RacingReports

extension Snapshot {
  /// Opens a store as reports, cards and features read it, until the process ends.
  ///
  /// To unmap hundreds of files one after the other takes longer than to end with them mapped.
  ///
  /// - Parameter store: The store's folder.
  /// - Returns: Its newest state.
  /// - Throws: ``StoreError`` when there is no store, or a file that is read is missing or damaged.
  static func reported(store: String) throws(StoreError) -> Snapshot {
    let snapshot = try Snapshot(
      store: store, tables: ReportJob.tables.union([RacingTables.imports]))
    _ = Unmanaged.passRetained(snapshot)
    return snapshot
  }
}
