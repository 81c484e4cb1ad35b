import Dispatch
import TabularFiles

/// Hands what was read of files to derived tables, in the order of the imports and beside what these
/// do next.
final class DerivedQueue: @unchecked Sendable {
  // Safety: both are touched by the queue's work only, and behind `finish`.
  private var tables: [any DerivedTables]
  private var failure: FileError?
  private let queue = DispatchQueue(label: "derived tables")
  private let waits: Bool

  /// Takes tables over.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - threads: How many threads may work; with one, `add` returns when it is done.
  init(_ tables: [any DerivedTables], threads: Int) {
    self.tables = tables
    waits = threads <= 1
  }

  /// Adds what was read of one file, for each of the tables.
  func add(_ readings: [DerivedReading?]) {
    queue.async { [self] in
      for index in tables.indices where failure == nil {
        do throws(FileError) {
          try readings[index]?.add(to: &tables[index])
        } catch {
          failure = error
        }
      }
    }
    if waits { queue.sync {} }
  }

  /// The tables with all that was added.
  ///
  /// - Returns: The tables, in the order in which they came.
  /// - Throws: `FileError` when a file was malformed.
  func finish() throws(FileError) -> [any DerivedTables] {
    queue.sync {}
    if let failure { throw failure }
    return tables
  }
}
