import ColumnStore
import Racing
import RacingImport
import TabularFiles

/// Fills the tables `responses` and `api_requests` from journals, in the order of their imports.
///
/// Both hold nothing that the archived journals don't tell, so they can be rebuilt from these.
public struct FetchTables: DerivedTables {
  /// The tables' names.
  public var tableNames: [String] { RacingTables.fetchTables }

  private var answers: KnownAnswers
  private var lines: [(importID: Int, entries: [JournalEntry])] = []

  /// Adds to what a writer's state holds.
  ///
  /// - Parameter writer: The store's writer.
  /// - Throws: `StoreError` when a segment cannot be read.
  public init(addingTo writer: StoreWriter) throws(StoreError) {
    answers = try KnownAnswers(writer)
  }

  /// Begins with empty tables; the caller removes what is stored.
  public init() { answers = KnownAnswers() }

  /// Takes in a journal, in the journal's place or archived; other files are passed over.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - imported: What became of its rows.
  /// - Throws: `FileError` when it is malformed; nothing of it is taken in then.
  public mutating func add(_ file: SourceFile, of imported: ImportedFile) throws(FileError) {
    // A retry has read a few of the rows again, and nobody was asked for them.
    guard Self.isJournal(imported), imported.retryOf == nil else { return }
    let entries = try JournalEntry.entries(of: file)
    for entry in entries { answers.apply(entry, importID: imported.id) }
    lines.append((imported.id, entries))
  }

  /// Hands all changes to a writer, for its next commit.
  ///
  /// - Parameter writer: The store's writer.
  /// - Throws: `StoreError` when a segment cannot be read or written.
  public func write(to writer: StoreWriter) throws(StoreError) {
    try answers.write(to: writer)
    for (importID, entries) in lines {
      try RequestRows.add(entries, importID: importID, to: writer)
    }
  }

  /// Notes the answers of files in the commit that stores them: for `ImportJob.alongside`.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - imports: What became of the files.
  /// - Throws: `StoreError` when a segment cannot be read or written.
  public static func note(_ writer: StoreWriter, _ imports: [ImportedFile]) throws(StoreError) {
    guard imports.contains(where: isJournal) else { return }
    var tables = try FetchTables(addingTo: writer)
    for imported in imports {
      // Without its file no replay could fill the tables again.
      guard let path = writer.archivedPath(sha256: imported.sha256) else { continue }
      do {
        try tables.add(SourceFile(path: path, name: imported.name), of: imported)
      } catch {
        throw .corrupt(file: path, found: "\(error)", expected: "a journal of answers")
      }
    }
    try tables.write(to: writer)
  }

  // MARK: - Implementation

  private static func isJournal(_ imported: ImportedFile) -> Bool {
    switch imported.mapping {
    case RacingFetch.mapping: imported.table == RacingFetch.table
    case PointsFetch.mapping: PointsTable(rawValue: imported.table) != nil
    default: false
    }
  }
}
