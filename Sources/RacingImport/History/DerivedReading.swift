import Columns
import Synchronization
import TabularFiles

/// What derived tables read of one file while its rows are imported.
final class DerivedReading: Sendable {
  private typealias Outcome = Result<any Sendable, FileError>

  private struct State {
    var parts: [Int: Outcome] = [:]
    var task: BackgroundTask<Outcome>?
  }

  /// How one kind of tables reads.
  private struct Reader: Sendable {
    let part: @Sendable (JSONPart) -> Outcome
    let whole: @Sendable ([Outcome]) -> Outcome
    let alone: @Sendable () -> Outcome
  }

  private let reader: Reader
  private let state = Mutex(State())

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - tables: The kind of tables that take it in.
  ///   - file: The file.
  ///   - imported: The import it was.
  init<Tables: DerivedTables>(
    for tables: Tables.Type, _ file: SourceFile, _ imported: ImportedFile
  ) {
    reader = Reader(
      part: { part in
        Outcome { () throws(FileError) in try Tables.read(part, of: file.path) }
      },
      whole: { parts in
        Outcome { () throws(FileError) in
          var read: [Tables.Part] = []
          // Each was made by the closure above.
          for part in parts { read.append(try part.get() as! Tables.Part) }
          return Tables.reading(read, of: imported)
        }
      },
      alone: {
        Outcome { () throws(FileError) in
          try Tables.reading(of: file, imported, threads: 1)
        }
      })
  }

  /// Forgets what was read: the import begins anew.
  func begin() { state.withLock { $0.parts = [:] } }

  /// Reads a part of the file.
  func read(_ index: Int, _ part: JSONPart) {
    let outcome = reader.part(part)
    state.withLock { $0.parts[index] = outcome }
  }

  /// Puts the parts together, beside what the import does next.
  func end() {
    let parts = state.withLock { $0.parts.sorted { $0.key < $1.key }.map(\.value) }
    let reader = reader
    let task = BackgroundTask { reader.whole(parts) }
    state.withLock { $0.task = task }
  }

  /// Waits for the parts to be put together, where that has begun.
  func finish() { _ = state.withLock { $0.task }?.value() }

  /// Hands what was read to the tables; a file that the import did not read is read now.
  ///
  /// - Parameter tables: Those that it was read for.
  /// - Throws: `FileError` when the file is malformed.
  func add(to tables: inout any DerivedTables) throws(FileError) {
    let task = state.withLock { $0.task }
    try Self.add(try (task?.value() ?? reader.alone()).get(), to: &tables)
  }

  // MARK: - Implementation

  private static func add<Tables: DerivedTables>(
    _ reading: any Sendable, to tables: inout Tables
  ) throws(FileError) {
    // It was made by the same tables' type.
    tables.add(reading as! Tables.Reading)
  }
}

extension DerivedTables {
  /// Begins to read a file; nil where it is not these tables' business.
  static func begun(_ file: SourceFile, _ imported: ImportedFile) -> DerivedReading? {
    concern(imported) ? DerivedReading(for: Self.self, file, imported) : nil
  }
}
