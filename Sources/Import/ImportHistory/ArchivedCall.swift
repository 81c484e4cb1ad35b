import ColumnStore
import Columns
import Mappings
import RowReading
import StoreImport
import TabularFiles

/// The files of one call on their way out of the archive: opened, and small ones read, while the
/// imports before it take place.
struct ArchivedCall: Sendable {
  /// A mapping and its text.
  struct ArchivedMapping: Sendable {
    var mapping: Mapping
    var text: String
  }

  /// One file.
  struct File: Sendable {
    /// The file with its table.
    let input: Result<ImportInput, ImportError>
    /// The size of its text, unpacked.
    let textBytes: Int
    /// The readings of the derived tables that it is the business of.
    let readings: [DerivedReading]
    /// Whether its bytes are those that were archived.
    let check: BackgroundTask<Result<Void, ImportError>>

    /// Waits for what is done beside its import.
    func finish() {
      _ = check.value()
      for reading in readings { reading.finish() }
    }
  }

  /// The imports that the files were.
  let imports: [ImportedFile]
  /// The mapping they are read by.
  let mapping: ArchivedMapping
  private let files: @Sendable () throws(ImportError) -> [File]
  /// Whether the files are opened meanwhile.
  private let isAhead: Bool

  /// Texts up to this size are read ahead; longer ones are read by several threads when it is their
  /// turn.
  private static let mostEarlyText = 16 << 20

  /// Takes a call.
  ///
  /// - Parameters:
  ///   - imports: The imports of the call.
  ///   - mapping: The mapping they are read by.
  ///   - writer: The store's writer.
  ///   - derived: Tables that are made of the same files.
  ///   - threads: Number of worker threads; with one, nothing is done before `opened`.
  /// - Throws: `ImportError` `.notArchived` when the archive lacks a file.
  init(
    _ imports: [ImportedFile], _ mapping: ArchivedMapping, in writer: StoreWriter,
    derived: [DerivedFilling], threads: Int
  ) throws(ImportError) {
    var paths: [String] = []
    for imported in imports {
      paths.append(try ArchivedImport.present(imported, imported.sha256, writer))
    }
    let found = paths
    let open: @Sendable () -> Result<[File], ImportError> = {
      Result { () throws(ImportError) in
        var files: [File] = []
        for (imported, path) in zip(imports, found) {
          files.append(try Self.file(imported, path, mapping.mapping, derived, threads))
        }
        return files
      }
    }
    self.imports = imports
    self.mapping = mapping
    isAhead = threads > 1
    if threads > 1 {
      let task = BackgroundTask(open)
      files = { () throws(ImportError) in try task.value().get() }
    } else {
      files = { () throws(ImportError) in try open().get() }
    }
  }

  /// Returns the files, once they are opened.
  func opened() throws(ImportError) -> [File] { try files() }

  /// Waits for all that is done ahead: a process must not end while its threads read.
  func finish() {
    guard isAhead else { return }
    for file in (try? files()) ?? [] { file.finish() }
  }

  // MARK: - Implementation

  private static func file(
    _ imported: ImportedFile, _ path: String, _ mapping: Mapping,
    _ derived: [DerivedFilling], _ threads: Int
  ) throws(ImportError) -> File {
    let (file, check) = try ArchivedImport.unchecked(
      imported, at: path, form: mapping.tables[imported.table]?.form ?? .standard,
      threads: threads)
    let textBytes = file.byteCount
    let readings = derived.compactMap { $0.reading(file, imported) }
    let beside = readings.map(\.parts)
    let input = Result { () throws(ImportError) in
      if threads > 1, file.kind.isJSON, textBytes <= mostEarlyText,
        let early = ImportInput(ahead: file, table: imported.table, mapping, beside: beside)
      {
        return early
      }
      var input = try ImportInput(
        file, table: imported.table, mapping, looking: Looking(threads: threads))
      input.beside = beside
      return input
    }
    return File(input: input, textBytes: textBytes, readings: readings, check: check)
  }
}
