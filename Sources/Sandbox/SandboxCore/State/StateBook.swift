/// A sandbox's state in an SQLite database, in a file or in memory.
///
/// Each call's changes are one transaction: all or nothing, and isolated from other calls. A file
/// uses write-ahead logging (WAL): the changes of a finished call survive any end of the process; a
/// power failure may lose the last calls, never part of one.
package final class StateBook: Sendable {
  /// The tables of a book, and its first rows.
  package struct Layout {
    /// The number that identifies this kind and version of book.
    package let version: Int
    /// The statements that create the tables.
    package let tables: [String]

    package init(version: Int, tables: [String]) {
      self.version = version
      self.tables = tables
    }
  }

  /// The name of a book in memory, for errors.
  private static let memory = "the sandbox's memory"

  private let file: String
  private let database: SQLiteDatabase

  /// Opens or creates a book.
  ///
  /// - Parameters:
  ///   - path: The file; nil for a book in memory.
  ///   - layout: The tables.
  ///   - fill: Writes the first rows of a new book.
  /// - Throws: ``SandboxError`` `.state` if the file cannot be used, or is another kind of book.
  package init(
    _ path: String?, _ layout: Layout, fill: (BookStatements) throws(SandboxError) -> Void
  ) throws(SandboxError) {
    let file = path ?? Self.memory
    self.file = file
    do throws(SQLiteError) {
      database = try SQLiteDatabase(path: path)
    } catch {
      throw .state(file: file, reason: "\(error)")
    }
    try write { book throws(SandboxError) in
      let found = try book.row("PRAGMA user_version").map { $0[0] as Int } ?? 0
      if found == layout.version { return }
      let tables = try book.row("SELECT COUNT(*) FROM sqlite_master")
      guard found == 0, tables.map({ $0[0] as Int }) == 0 else {
        throw .state(
          file: file, reason: "a database of another kind or version; expected a sandbox's")
      }
      for table in layout.tables { try book.run(table) }
      try book.run("PRAGMA user_version = \(layout.version)")
      try fill(book)
    }
  }

  /// Runs one transaction; rolls it back if the body throws.
  package func write<Result>(
    _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(SandboxError) -> Result {
    try transaction(isWriting: true, body)
  }

  /// Runs queries in one transaction.
  package func read<Result>(
    _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(SandboxError) -> Result {
    try transaction(isWriting: false, body)
  }

  // MARK: - Implementation

  private func transaction<Result>(
    isWriting: Bool, _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(SandboxError) -> Result {
    try database.transaction(
      isWriting: isWriting, failed: { .state(file: file, reason: "\($0)") }
    ) { () throws(SandboxError) in
      try body(BookStatements(file: file, database: database))
    }
  }
}
