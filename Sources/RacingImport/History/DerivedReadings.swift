import Columns
import TabularFiles

/// Files that are read for derived tables while they are imported.
struct DerivedReadings {
  fileprivate typealias Outcome = Result<(any Sendable)?, FileError>

  private let task: BackgroundTask<[[Outcome]]>

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - files: The files of one call, each with its import.
  ///   - tables: The tables that take them in.
  init(of files: [(SourceFile, ImportedFile)], for tables: [any DerivedTables]) {
    let readers = tables.map { Self.reader($0) }
    task = BackgroundTask {
      readers.map { reader in files.map { file, imported in reader(file, imported) } }
    }
  }

  /// What was read.
  struct Read {
    fileprivate let outcomes: [[Outcome]]

    /// Hands it to the tables, in the order of the files.
    ///
    /// - Parameter tables: Those that it was read for.
    /// - Throws: `FileError` when a file is malformed.
    func add(to tables: inout [any DerivedTables]) throws(FileError) {
      for index in tables.indices {
        for outcome in outcomes[index] {
          if let reading = try outcome.get() { DerivedReadings.add(reading, to: &tables[index]) }
        }
      }
    }
  }

  /// Waits until all is read.
  func wait() -> Read { Read(outcomes: task.value()) }

  // MARK: - Implementation

  private static func reader<Tables: DerivedTables>(_ tables: Tables)
    -> @Sendable (SourceFile, ImportedFile) -> Outcome
  {
    { file, imported in
      Outcome { () throws(FileError) in
        // The import beside it has the other threads.
        try Tables.reading(of: file, imported, threads: 1)
      }
    }
  }

  private static func add<Tables: DerivedTables>(_ reading: any Sendable, to tables: inout Tables) {
    // It was made by the same tables' type.
    tables.add(reading as! Tables.Reading)
  }
}
