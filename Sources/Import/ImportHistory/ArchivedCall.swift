import ColumnStore
import Columns
import Mappings
import RowReading
import StoreImport
import TabularFiles

/// The files of one call, taken from the archive: opened, and small ones read, while the imports
/// before them run.
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
    /// The size of its text in bytes, unpacked.
    let textBytes: Int
    /// The readings of the derived tables that use the file.
    let readings: [DerivedReading]
    /// Checks that its bytes are the archived ones.
    let check: BackgroundTask<Result<Void, ImportError>>

    /// Waits for the work that runs beside its import.
    func finish() {
      _ = check.value()
      for reading in readings { reading.finish() }
    }
  }

  /// The earlier imports of the files.
  let imports: [ImportedFile]
  /// The mapping that reads them.
  let mapping: ArchivedMapping
  private let files: @Sendable () throws(ImportError) -> [File]
  /// Whether the files are opened in the background.
  private let isAhead: Bool

  /// Texts up to this size in bytes are read ahead; several threads read a longer one when its turn
  /// comes.
  private static let mostEarlyText = 16 << 20

  /// Takes a call.
  ///
  /// - Parameters:
  ///   - imports: The imports of the call.
  ///   - mapping: The mapping that reads them.
  ///   - writer: The store's writer.
  ///   - derived: Tables that are made from the same files.
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

  /// Returns the files; waits until they are opened.
  func opened() throws(ImportError) -> [File] { try files() }

  /// Waits for all background work: a process must not end while its threads read.
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
        file, table: imported.table, mapping, limits: ProbeLimits(threads: threads))
      input.beside = beside
      return input
    }
    return File(input: input, textBytes: textBytes, readings: readings, check: check)
  }
}
