import ColumnStore
import ImportHistory
import Racing
import StoreImport
import TabularFiles

/// Fills the tables `responses` and `api_requests` from journals, in the order of their imports.
///
/// Both contain only data from the archived journals, so they can be rebuilt.
public struct FetchTables: DerivedTables {
  /// The tables' names.
  public var tableNames: [String] { RacingTables.fetchTables }

  private var answers: KnownAnswers
  private var requests: [RequestRows] = []

  /// Extends the tables of a writer's state.
  ///
  /// - Parameter writer: The store's writer.
  /// - Throws: `StoreError` if a segment cannot be read.
  public init(addingTo writer: StoreWriter) throws(StoreError) {
    answers = try KnownAnswers(writer)
  }

  /// Starts with empty tables; the caller removes the stored ones.
  public init() { answers = KnownAnswers() }

  /// The lines of one journal.
  public struct Reading: Sendable {
    let importID: Int
    let entries: [JournalEntry]
    let requests: RequestRows
  }

  /// Whether a file is a journal; a retry only reads some rows again, and has no requests.
  ///
  /// - Parameter imported: The file's import.
  /// - Returns: False for all other files.
  public static func concern(_ imported: ImportedFile) -> Bool {
    imported.retryOf == nil && Feeds.isJournal(imported)
  }

  /// The lines of a journal's part.
  public struct Part: Sendable {
    let entries: [JournalEntry]
  }

  /// Reads a part of a journal, waiting or archived.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - file: The file's name in messages.
  /// - Returns: Its lines.
  /// - Throws: `FileError` for a malformed part.
  public static func read(_ part: JSONPart, of file: String) throws(FileError) -> Part {
    Part(entries: try JournalEntry.entries(of: part, file: file))
  }

  /// Combines the lines of a journal's parts.
  ///
  /// - Parameters:
  ///   - parts: The parts, in file order.
  ///   - imported: The journal's import.
  /// - Returns: Its lines.
  public static func reading(_ parts: [Part], of imported: ImportedFile) -> Reading {
    // Most journals are read in one part.
    let entries = parts.count == 1 ? parts[0].entries : parts.flatMap(\.entries)
    return Reading(
      importID: imported.id, entries: entries,
      requests: RequestRows(entries, importID: imported.id))
  }

  /// Adds a journal's lines.
  ///
  /// - Parameter reading: The lines.
  public mutating func add(_ reading: Reading) {
    for entry in reading.entries { answers.apply(entry, importID: reading.importID) }
    requests.append(reading.requests)
  }

  /// Passes all changes to a writer, for its next commit.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - threads: The maximum number of threads.
  /// - Throws: `StoreError` if a segment cannot be read or written.
  public func write(to writer: StoreWriter, threads: Int) throws(StoreError) {
    try answers.write(to: writer, threads: threads)
    try RequestRows.add(requests, to: writer)
  }

  /// Adds the answers of files to the commit that stores them: for `ImportJob.alongside`.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - imports: The results of the files' imports.
  /// - Throws: `StoreError` if a segment cannot be read or written.
  public static func note(_ writer: StoreWriter, _ imports: [ImportedFile]) throws(StoreError) {
    try note(writer, imports) { _ in nil }
  }

  /// Adds the answers of files in the same way; `known` returns the lines of a journal, as far as
  /// they need not be read from the archive.
  static func note(
    _ writer: StoreWriter, _ imports: [ImportedFile], known: (ImportedFile) -> [JournalEntry]?
  ) throws(StoreError) {
    guard imports.contains(where: Feeds.isJournal) else { return }
    var tables = try FetchTables(addingTo: writer)
    for imported in imports where concern(imported) {
      // Without an archived file no rebuild could restore the rows.
      guard let path = writer.archivedPath(sha256: imported.sha256) else { continue }
      if let entries = known(imported) {
        tables.add(reading([Part(entries: entries)], of: imported))
        continue
      }
      do {
        let file = try SourceFile(path: path, name: imported.name)
        tables.add(try reading(of: file, imported, threads: 1))
      } catch .malformed(_, let found, let expected) {
        throw .corrupt(file: imported.name, found: found, expected: expected)
      } catch {
        throw .io(file: imported.name, reason: "\(error)")
      }
    }
    try tables.write(to: writer, threads: 1)
  }
}
