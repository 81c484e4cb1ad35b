import ColumnStore
import TabularFiles

/// Tables of another module that are made of imported files too, so that a replay fills them again.
public protocol DerivedTables: SendableMetatype {
  /// The tables' names; a replay empties them first.
  var tableNames: [String] { get }

  /// What is read of one part of a file.
  associatedtype Part: Sendable
  /// What is read of one file.
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
  /// - Returns: What is read of it.
  /// - Throws: `FileError` when it is malformed.
  static func read(_ part: JSONPart, of file: String) throws(FileError) -> Part

  /// Puts together what was read of one file's parts.
  ///
  /// - Parameters:
  ///   - parts: What was read of them, in file order; none of a file that is no JSON.
  ///   - imported: The import it was; its counts are those of the first run.
  /// - Returns: What ``add(_:)`` is to take in.
  static func reading(_ parts: [Part], of imported: ImportedFile) -> Reading

  /// Takes in what was read of a file, in the order of imports.
  ///
  /// - Parameter reading: What was read of it.
  mutating func add(_ reading: Reading)

  /// Hands the rows to a writer, for its next commit.
  ///
  /// - Parameters:
  ///   - writer: The store's writer.
  ///   - threads: How many threads may work.
  /// - Throws: `StoreError` when a segment cannot be written.
  mutating func write(to writer: StoreWriter, threads: Int) throws(StoreError)
}

extension DerivedTables {
  /// Reads a file by itself.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - imported: The import it was.
  ///   - threads: How many threads may read.
  /// - Returns: What is read of it.
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
