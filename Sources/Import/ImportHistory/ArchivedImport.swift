import Columns
import ColumnStore
import Foundation
import Mappings
import RowReading
import StoreImport
import SystemFiles
import TabularFiles

/// Files and mappings from the raw archive, checked to be intact.
struct ArchivedImport {
  /// The file as it was imported.
  let file: ImportFile
  /// The mapping's text.
  let mappingText: String

  /// Finds the archived file and mapping of an import.
  init(_ imported: ImportedFile, in writer: StoreWriter) throws(ImportError) {
    file = ImportFile(try Self.path(imported, imported.sha256, writer), name: imported.name)
    mappingText = try Self.mappingText(imported, in: writer)
  }

  /// Opens an import's file.
  ///
  /// - Parameters:
  ///   - imported: The import.
  ///   - form: The form of its text, by its mapping.
  ///   - writer: The store's writer.
  /// - Returns: The file.
  /// - Throws: `ImportError` when it is damaged or missing.
  static func file(
    _ imported: ImportedFile, form: TextForm = .standard, in writer: StoreWriter
  ) throws(ImportError) -> SourceFile {
    let path = try path(imported, imported.sha256, writer)
    return try onFile { () throws(FileError) in
      try SourceFile(path: path, name: imported.name, form: form, guessesEncoding: true)
    }
  }

  /// Opens an import's file, and checks its bytes while it is read.
  ///
  /// - Parameters:
  ///   - imported: The import.
  ///   - path: Its path in the archive.
  ///   - form: The form of its text, by its mapping.
  ///   - threads: Number of unpacking threads.
  /// - Returns: The file, and the check; discard what was made from the file unless the check
  ///   passes.
  /// - Throws: `ImportError` when it cannot be opened.
  static func unchecked(_ imported: ImportedFile, at path: String, form: TextForm, threads: Int)
    throws(ImportError) -> (file: SourceFile, check: BackgroundTask<Result<Void, ImportError>>)
  {
    let sha256 = imported.sha256
    let check = BackgroundTask {
      Result { () throws(ImportError) in try verify(path, sha256) }
    }
    do {
      let file = try onFile { () throws(FileError) in
        try SourceFile(
          path: path, name: imported.name, form: form, guessesEncoding: true, threads: threads)
      }
      return (file, check)
    } catch {
      try check.value().get()
      throw error
    }
  }

  /// Reads the text of an import's mapping.
  static func mappingText(_ imported: ImportedFile, in writer: StoreWriter) throws(ImportError)
    -> String
  {
    let path = try path(imported, imported.mappingSHA256, writer)
    guard let data = try onDisk({ () throws(SystemError) in try FileSystem.contents(of: path) })
    else { throw absence(of: imported.mappingSHA256, imported, writer) }
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: - Implementation

  /// Returns an archived file's path after checking its bytes.
  private static func path(_ imported: ImportedFile, _ sha256: String?, _ writer: StoreWriter)
    throws(ImportError) -> String
  {
    let path = try present(imported, sha256, writer)
    try verify(path, sha256)
    return path
  }

  /// Finds a file in the archive.
  static func present(_ imported: ImportedFile, _ sha256: String?, _ writer: StoreWriter)
    throws(ImportError) -> String
  {
    // Opening a pipe in its place would wait for its writer.
    if let path = writer.archivedPath(sha256: sha256),
      try onStore({ () throws(StoreError) in try OwnFile.isThere(path) })
    {
      return path
    }
    throw absence(of: sha256, imported, writer)
  }

  /// Returns the error for a missing archived file, which is an import's file or its mapping.
  private static func absence(
    of sha256: String?, _ imported: ImportedFile, _ writer: StoreWriter
  ) -> ImportError {
    let isMapping = sha256 == imported.mappingSHA256
    let named = (isMapping ? "the mapping \(imported.mapping) of " : "") + imported.label
    return .notArchived(store: writer.store, imports: [named])
  }

  /// Checks an archived file against its checksum.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - sha256: Its checksum.
  /// - Throws: `ImportError` `.store` if the bytes differ, or cannot be read.
  static func verify(_ path: String, _ sha256: String?) throws(ImportError) {
    let sum = try onStore { () throws(StoreError) in try Checksum.ofFile(path) }
    guard sum.hex == sha256 else {
      throw .store(
        .corrupt(file: path, found: "SHA-256 \(sum.hex)", expected: "SHA-256 \(sha256 ?? "none")"))
    }
  }
}

extension ImportedFile {
  /// The import in messages, such as `import 3 (results.csv)`.
  public var label: String { "import \(id) (\(name))" }
}
