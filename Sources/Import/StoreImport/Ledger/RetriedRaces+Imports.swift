import ColumnStore
import RaceMerging

extension RetriedRaces {
  /// Prepares for a retry.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - first: The import that refused the rows.
  ///   - retry: The number of the retry.
  ///   - imports: The store's imports.
  init(
    writer: StoreWriter, refusedBy first: ImportedFile, retry: Int, among imports: [ImportedFile]
  ) {
    let retries = imports.compactMap { retry in retry.retryOf.map { (Int32(retry.id), $0) } }
    self.init(
      writer: writer, refusedBy: first.id,
      origins: Dictionary(retries + [(Int32(retry), first.id)]) { $1 })
  }
}
