import ColumnStore

/// Takes an import back: the store becomes what it would be had its file never been imported.
///
/// All other imports are run again from the raw archive, in one commit. The undone import stays in
/// the list of imports, marked; its file may be imported again.
public struct UndoJob {
  /// The store's folder.
  public var store: String
  /// The number of the import to take back.
  public var importID: Int
  /// How many threads may work.
  public var threads = 1
  /// When it takes place, µs since 1970 UTC.
  public var now: Int64
  /// Told what is being done.
  public var progress: (String) -> Void = { _ in }

  /// Describes an undoing.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - importID: The number of the import to take back.
  ///   - now: When it takes place, µs since 1970 UTC.
  public init(store: String, importID: Int, now: Int64) {
    self.store = store
    self.importID = importID
    self.now = now
  }

  /// Takes the import back, and the retries of its refused rows with it.
  ///
  /// - Returns: The imports taken back, oldest first, with the counts they had.
  /// - Throws: ``ImportError``; the store then is as before.
  public func run() throws(ImportError) -> [ImportedFile] {
    let writer = try onStore { () throws(StoreError) in try StoreWriter(existing: store) }
    var ledger = try onStore { () throws(StoreError) in try ImportLedger(writer) }
    let gone = try ledger.takenBack(byUndoing: importID, store: store)
    var rebuild = StoreRebuild(writer: writer)
    rebuild.threads = threads
    rebuild.progress = progress
    try rebuild.run(&ledger, undoing: Set(gone.map(\.id)), at: now)
    progress("committing")
    try onStore { () throws(StoreError) in
      try ledger.write(to: writer)
      try writer.commit(threads: threads)
    }
    return gone
  }
}
