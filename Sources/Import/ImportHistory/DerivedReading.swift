import ColumnStore
import Columns
import Dispatch
import RowReading
import StoreImport
import Synchronization
import TabularFiles

/// Derived tables that are filled beside imports; hides their type.
struct DerivedFilling: Sendable {
  /// Begins to read a file; nil where the tables do not use it.
  let reading: @Sendable (SourceFile, ImportedFile) -> DerivedReading?
  /// Passes the rows to a writer; no rows may be added afterwards.
  let write: @Sendable (StoreWriter, Int) throws(StoreError) -> Void
}

/// A file's rows for derived tables, read while the file is imported.
struct DerivedReading: Sendable {
  /// Reads the file's parts.
  let parts: PartReader
  /// Waits for the task that combines the parts, if it has begun.
  let finish: @Sendable () -> Void
  /// Adds the rows to the tables; first reads a file that the import did not read.
  let add: @Sendable () throws(FileError) -> Void
}

extension DerivedTables {
  /// Begins to fill the tables.
  func filling() -> DerivedFilling {
    let filled = Filled(self)
    return DerivedFilling { file, imported in
      Self.concern(imported) ? filled.reading(of: file, imported) : nil
    } write: { writer, threads throws(StoreError) in
      try filled.tables.write(to: writer, threads: threads)
    }
  }
}

/// Tables of one type that receive readings.
private final class Filled<Tables: DerivedTables>: @unchecked Sendable {
  private struct State {
    var parts: [Int: Result<Tables.Part, FileError>] = [:]
    var task: BackgroundTask<Result<Tables.Reading, FileError>>?
  }

  // Safety: only the queue's work uses it, and `write` after that is done.
  var tables: Tables

  init(_ tables: Tables) { self.tables = tables }

  func reading(of file: SourceFile, _ imported: ImportedFile) -> DerivedReading {
    let state = Shared(State())
    let parts = PartReader {
      // The import restarts.
      state.value.withLock { $0.parts = [:] }
    } read: { index, part in
      let rows = Result { () throws(FileError) in try Tables.read(part, of: file.path) }
      state.value.withLock { $0.parts[index] = rows }
    } end: {
      let read = state.value.withLock { $0.parts.sorted { $0.key < $1.key }.map(\.value) }
      // Runs beside the import's next steps.
      let task = BackgroundTask {
        Result { () throws(FileError) in
          var parts: [Tables.Part] = []
          for part in read { parts.append(try part.get()) }
          return Tables.reading(parts, of: imported)
        }
      }
      state.value.withLock { $0.task = task }
    }
    return DerivedReading(parts: parts) {
      _ = state.value.withLock { $0.task }?.value()
    } add: { [self] () throws(FileError) in
      if let task = state.value.withLock({ $0.task }) {
        tables.add(try task.value().get())
      } else {
        tables.add(try Tables.reading(of: file, imported, threads: 1))
      }
    }
  }
}

/// A value behind a lock, shared by closures.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}

/// Adds files' rows to derived tables, in the order of the imports and beside their next steps.
final class DerivedQueue: @unchecked Sendable {
  // Safety: only the queue's work uses it, and `finish` after that is done.
  private var failure: FileError?
  private let queue = DispatchQueue(label: "derived tables")
  private let waits: Bool

  /// Begins without a file.
  ///
  /// - Parameter threads: Number of worker threads; with one, `add` returns after its work is done.
  init(threads: Int) { waits = threads <= 1 }

  /// Adds a file's rows, for each of the tables.
  func add(_ readings: [DerivedReading]) {
    queue.async { [self] in
      for reading in readings where failure == nil {
        do throws(FileError) { try reading.add() } catch { failure = error }
      }
    }
    if waits { queue.sync {} }
  }

  /// Waits until all rows are added.
  func finish() throws(FileError) {
    queue.sync {}
    if let failure { throw failure }
  }
}
