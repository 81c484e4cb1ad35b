import ColumnStore
import TabularFiles

extension DerivedTables {
  /// Fills the tables anew where an import that was taken back is their business: of what is newest
  /// they may hold only its word, and then need an older file's.
  ///
  /// - Parameters:
  ///   - gone: The imports that were taken back.
  ///   - ledger: The store's imports, these being undone.
  ///   - writer: The store's writer; the caller commits.
  ///   - threads: How many threads may work.
  /// - Throws: ``ImportError`` when an archived file is damaged, or the store cannot be written.
  mutating func refill(
    without gone: [ImportedFile], _ ledger: ImportLedger, _ writer: StoreWriter, threads: Int
  ) throws(ImportError) {
    guard gone.contains(where: { Self.concern($0) }) else { return }
    for imported in ledger.standing where Self.concern(imported) {
      // As at its import: without its file no replay could fill the tables again.
      guard writer.archivedPath(sha256: imported.sha256) != nil else { continue }
      let file = try ArchivedImport.file(imported, in: writer)
      add(
        try onFile { () throws(FileError) in
          try Self.reading(of: file, imported, threads: threads)
        })
    }
    for table in tableNames { writer.removeRows(of: table) }
    try onStore { () throws(StoreError) in try write(to: writer, threads: threads) }
  }
}
