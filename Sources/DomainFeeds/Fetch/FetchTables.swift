import ColumnStore
import Racing
import TabularFiles

/// Fills the tables `responses` and `api_requests` from journals, in the order of their imports.
///
/// Both hold nothing that the archived journals don't tell, so they can be rebuilt from these.
public struct FetchTables {
  private var answers: KnownAnswers
  private var lines: [(importID: Int, entries: [JournalEntry])] = []

  /// Adds to what a writer's state holds.
  ///
  /// - Parameter writer: The store's writer.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  public init(addingTo writer: StoreWriter) throws(StoreError) {
    answers = try KnownAnswers(writer)
  }

  /// Begins with empty tables; the caller removes what is stored.
  public init() { answers = KnownAnswers() }

  /// Takes in a journal.
  ///
  /// - Parameters:
  ///   - journal: The journal's text, in the journal or archived.
  ///   - importID: The import that it is.
  /// - Throws: `FileError` when it is malformed; nothing of it is taken in then.
  public mutating func add(_ journal: SourceFile, importID: Int) throws(FileError) {
    add(try JournalEntry.entries(of: journal), importID: importID)
  }

  mutating func add(_ entries: [JournalEntry], importID: Int) {
    for entry in entries { answers.apply(entry, importID: importID) }
    lines.append((importID, entries))
  }

  /// Hands all changes to a writer, for its next commit.
  ///
  /// - Parameter writer: The store's writer.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  public func write(to writer: StoreWriter) throws(StoreError) {
    try answers.write(to: writer)
    for (importID, entries) in lines {
      try RequestRows.add(entries, importID: importID, to: writer)
    }
  }
}
