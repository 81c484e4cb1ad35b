import ColumnStore
import Foundation
import TabularFiles

/// An import's file and mapping, taken out of the raw archive.
struct ArchivedImport {
  /// The file as it was imported.
  let file: SourceFile
  /// The mapping's text.
  let mappingText: String

  /// Opens what the archive holds of an import, and checks that it is intact.
  init(_ imported: ImportedFile, in writer: StoreWriter) throws(ImportError) {
    let path = try Self.path(imported, imported.sha256, writer)
    let mappingPath = try Self.path(imported, imported.mappingSHA256, writer)
    file = try onFile { () throws(FileError) in try SourceFile(path: path, name: imported.name) }
    guard let data = FileManager.default.contents(atPath: mappingPath) else {
      throw .store(.io(file: mappingPath, reason: "cannot be read"))
    }
    mappingText = String(decoding: data, as: UTF8.self)
  }

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
