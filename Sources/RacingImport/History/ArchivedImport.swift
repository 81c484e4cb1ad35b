import ColumnStore
import Foundation
import TabularFiles

/// Files and mappings out of the raw archive, found to be intact.
struct ArchivedImport {
  /// The file as it was imported.
  let file: SourceFile
  /// The mapping's text.
  let mappingText: String

  /// Opens what the archive holds of an import.
  init(_ imported: ImportedFile, in writer: StoreWriter) throws(ImportError) {
    file = try Self.file(imported, in: writer)
    mappingText = try Self.mappingText(imported, in: writer)
  }

  /// Opens an import's file.
  static func file(_ imported: ImportedFile, in writer: StoreWriter, threads: Int = 1)
    throws(ImportError) -> SourceFile
  {
    let path = try path(imported, imported.sha256, writer)
    return try onFile { () throws(FileError) in
      try SourceFile(path: path, name: imported.name, threads: threads)
    }
  }

  /// Reads the text of an import's mapping.
  static func mappingText(_ imported: ImportedFile, in writer: StoreWriter) throws(ImportError)
    -> String
  {
    let path = try path(imported, imported.mappingSHA256, writer)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .store(.io(file: path, reason: "cannot be read"))
    }
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: - Implementation

  /// An archived file's path, once its bytes are found to be those that were archived.
  private static func path(_ imported: ImportedFile, _ sha256: String, _ writer: StoreWriter)
    throws(ImportError) -> String
  {
    guard let path = writer.archivedPath(sha256: sha256) else {
      throw .notArchived(store: writer.store, imports: [imported.label])
    }
    let sum = try onStore { () throws(StoreError) in try Checksum.ofFile(path) }
    guard sum.hex == sha256 else {
      throw .store(
        .corrupt(file: path, found: "SHA-256 \(sum.hex)", expected: "SHA-256 \(sha256)"))
    }
    return path
  }
}

extension ImportedFile {
  /// The import in messages, such as `import 3 (results.csv)`.
  public var label: String { "import \(id) (\(name))" }
}
