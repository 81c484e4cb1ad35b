import ColumnStore
import TabularFiles

/// Tables of another module that are made of imported files too, so that a replay fills them again.
public protocol DerivedTables {
  /// The tables' names; a replay empties them first.
  var tableNames: [String] { get }

  /// Takes in an archived file, after its rows were imported; files come in the order of imports.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - imported: What became of its rows; it tells the mapping that read them.
  /// - Throws: `FileError` when the file is malformed.
  mutating func add(_ file: SourceFile, of imported: ImportedFile) throws(FileError)

  /// Hands the rows to a writer, for its next commit.
  ///
  /// - Parameter writer: The store's writer.
  /// - Throws: `StoreError` when a segment cannot be written.
  mutating func write(to writer: StoreWriter) throws(StoreError)
}
