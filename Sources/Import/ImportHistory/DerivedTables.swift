import ColumnStore
import Mappings
import StoreImport
import TabularFiles

/// Tables of another module that are also made from imported files, so that a replay fills them
/// again.
public protocol DerivedTables: SendableMetatype {
  /// The tables' names; a replay empties them first.
  var tableNames: [String] { get }

  /// The rows of one part of a file.
  associatedtype Part: Sendable
  /// The rows of one file.
  associatedtype Reading: Sendable

  /// Whether the tables use a file.
  ///
  /// - Parameter imported: The file's import.
  /// - Returns: False where the tables take nothing from it.
  static func concern(_ imported: ImportedFile) -> Bool

  /// Reads one part of an archived JSON file, during its import; called for several parts at a
  /// time.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - file: The file's name in messages.
  /// - Returns: Its rows.
  /// - Throws: `FileError` when it is malformed.
  static func read(_ part: JSONPart, of file: String) throws(FileError) -> Part

  /// Combines the rows of one file's parts.
  ///
  /// - Parameters:
  ///   - parts: The parts' rows, in file order; empty for a file that is not JSON.
  ///   - imported: The file's import, with the counts of the first run.
  /// - Returns: The rows for ``add(_:)``.
  static func reading(_ parts: [Part], of imported: ImportedFile) -> Reading

  /// Adds a file's rows; called in the order of imports.
  ///
  /// - Parameter reading: The file's rows.
  mutating func add(_ reading: Reading)

  /// Passes the rows to a writer, for its next commit.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - threads: Number of worker threads.
  /// - Throws: `StoreError` when a segment cannot be written.
  mutating func write(to writer: StoreWriter, threads: Int) throws(StoreError)
}

extension DerivedTables {
  /// Reads a file without an import.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - imported: The file's import.
  ///   - threads: Number of worker threads.
  /// - Returns: Its rows.
  /// - Throws: `FileError` when it is malformed.
  public static func reading(of file: SourceFile, _ imported: ImportedFile, threads: Int)
    throws(FileError) -> Reading
  {
    let parts = try file.mapParts(threads: threads) { part throws(FileError) in
      try read(part, of: file.path)
    }
    return reading(parts, of: imported)
  }
}

extension DerivedTables {
  /// Refills the tables if they use an import that was undone: where they keep only the newest
  /// values, these may be the undone import's, and then an older file's are needed.
  ///
  /// - Parameters:
  ///   - gone: The undone imports.
  ///   - ledger: The store's imports, with these marked as undone.
  ///   - writer: The store's writer; the caller commits.
  ///   - threads: Number of worker threads.
  /// - Throws: `ImportError` when an archived file is damaged, or the store cannot be written.
  mutating func refill(
    without gone: [ImportedFile], _ ledger: ImportLedger, _ writer: StoreWriter, threads: Int
  ) throws(ImportError) {
    guard gone.contains(where: { Self.concern($0) }) else { return }
    for imported in ledger.standing where Self.concern(imported) {
      // An import without an archived file has no rows in these tables.
      guard writer.archivedPath(sha256: imported.sha256) != nil else {
        guard try onStore({ () throws(StoreError) in try hasRows(of: imported, writer) }) else {
          continue
        }
        throw .notArchived(store: writer.store, imports: [imported.label])
      }
      let file = try ArchivedImport.file(imported, in: writer)
      add(
        try onFile { () throws(FileError) in
          try Self.reading(of: file, imported, threads: threads)
        })
    }
    for table in tableNames { writer.removeRows(of: table) }
    try onStore { () throws(StoreError) in try write(to: writer, threads: threads) }
  }

  private func hasRows(of imported: ImportedFile, _ writer: StoreWriter) throws(StoreError) -> Bool
  {
    for table in tableNames {
      for month in writer.months(of: table) {
        guard let rows = try writer.rows(of: table, month) else { continue }
        if rows.leavingOut(imports: [imported.id]).rowCount < rows.rowCount { return true }
      }
    }
    return false
  }
}
