import ColumnStore
import RacingReports

extension Snapshot {
  /// Opens a store as reports, cards and features read it, until the process ends.
  ///
  /// To unmap hundreds of files one after the other takes longer than to end with them mapped.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - others: Tables that are read besides the racing ones.
  /// - Returns: Its newest state.
  /// - Throws: ``StoreError`` when there is no store, or a file that is read is missing or damaged.
  static func reported(
    store: String, and others: Set<String> = []
  ) throws(StoreError) -> Snapshot {
    let snapshot = try Snapshot(store: store, tables: ReportJob.tables.union(others))
    _ = Unmanaged.passRetained(snapshot)
    return snapshot
  }
}
