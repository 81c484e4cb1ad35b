/// A sandbox's state in an SQLite database, in a file or in memory.
///
/// What one call changes is one transaction: all of it happens or nothing, and no other call comes
/// between. A file is written ahead (WAL): what a finished call has changed survives the end of the
/// process, however sudden; a power cut may take the last calls, never part of one.
final class StateBook: Sendable {
  /// What a book holds, and how a new one begins.
  struct Layout {
    /// Tells books apart, those of other services included.
    let version: Int
    /// Statements that make the tables.
    let tables: [String]
  }

  /// How the error names a book in memory.
  private static let memory = "the sandbox's memory"

  private let file: String
  private let database: SQLiteDatabase

  /// Opens a book, or makes one.
  ///
  /// - Parameters:
  ///   - path: The file; nil for a book in memory.
  ///   - layout: The tables.
  ///   - fill: Writes the first rows of a new book.
  /// - Throws: ``SandboxError`` `.state` when the file cannot be used, or is another kind of book.
  init(
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

  /// Runs one transaction; nothing of it remains where it throws.
  func write<Result>(
    _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(SandboxError) -> Result {
    try transaction(isWriting: true, body)
  }

  /// Reads what belongs together.
  func read<Result>(
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
