import ColumnStore
import Mappings
import StoreImport
import TabularFiles

/// Tables of another module that are made of imported files too, so that a replay fills them again.
public protocol DerivedTables: SendableMetatype {
  /// The tables' names; a replay empties them first.
  var tableNames: [String] { get }

  /// The rows of one part of a file.
  associatedtype Part: Sendable
  /// The rows of one file.
  associatedtype Reading: Sendable

  /// Whether a file is the tables' business.
  ///
  /// - Parameter imported: The import it was.
  /// - Returns: False where nothing is read of it.
  static func concern(_ imported: ImportedFile) -> Bool

  /// Reads one part of an archived JSON file, beside its import and for several parts at a time.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - file: The file's name in messages.
  /// - Returns: Its rows.
  /// - Throws: `FileError` when it is malformed.
  static func read(_ part: JSONPart, of file: String) throws(FileError) -> Part

  /// Puts together the rows of one file's parts.
  ///
  /// - Parameters:
  ///   - parts: The parts' rows, in file order; none of a file that is no JSON.
  ///   - imported: The import it was; it keeps the counts of the first run.
  /// - Returns: The rows that ``add(_:)`` takes in.
  static func reading(_ parts: [Part], of imported: ImportedFile) -> Reading

  /// Takes in a file's rows, in the order of imports.
  ///
  /// - Parameter reading: The file's rows.
  mutating func add(_ reading: Reading)

  /// Hands the rows to a writer, for its next commit.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - threads: Number of worker threads.
  /// - Throws: `StoreError` when a segment cannot be written.
  mutating func write(to writer: StoreWriter, threads: Int) throws(StoreError)
}

extension DerivedTables {
  /// Reads a file by itself.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - imported: The import it was.
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
  /// Fills the tables anew where an import that was taken back is their business: of what is newest
  /// they may hold only its word, and then need an older file's.
  ///
  /// - Parameters:
  ///   - gone: The imports that were taken back.
  ///   - ledger: The store's imports, these being undone.
  ///   - writer: The store's writer; the caller commits.
  ///   - threads: Number of worker threads.
  /// - Throws: `ImportError` when an archived file is damaged, or the store cannot be written.
  mutating func refill(
    without gone: [ImportedFile], _ ledger: ImportLedger, _ writer: StoreWriter, threads: Int
  ) throws(ImportError) {
    guard gone.contains(where: { Self.concern($0) }) else { return }
    for imported in ledger.standing where Self.concern(imported) {
      // Imported without an archived file, it has no rows in these tables.
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
