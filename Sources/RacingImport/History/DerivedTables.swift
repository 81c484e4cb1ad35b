import ColumnStore
import TabularFiles

/// Tables of another module that are made of imported files too, so that a replay fills them again.
public protocol DerivedTables {
  /// The tables' names; a replay empties them first.
  var tableNames: [String] { get }

  /// What is read of one file.
  associatedtype Reading: Sendable

  /// Reads an archived file; it may be called beside other work, and for files out of order.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - imported: The import it was; its counts are those of the first run.
  ///   - threads: How many threads may read.
  /// - Returns: What `add` is to take in; nil where the file is none of the tables' business.
  /// - Throws: `FileError` when the file is malformed.
  static func reading(of file: SourceFile, _ imported: ImportedFile, threads: Int)
    throws(FileError) -> Reading?

  /// Takes in what was read of a file, in the order of imports.
  ///
  /// - Parameter reading: What was read of it.
  mutating func add(_ reading: Reading)

  /// Hands the rows to a writer, for its next commit.
  ///
  /// - Parameter writer: The store's writer.
  /// - Throws: `StoreError` when a segment cannot be written.
  mutating func write(to writer: StoreWriter) throws(StoreError)
}
