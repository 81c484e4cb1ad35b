import Columns

/// A club's state in an SQLite database, in a file or in memory.
///
/// What one call changes is one transaction: all of it happens or nothing, and no other call comes
/// between. A file is written ahead (WAL): what a finished call has changed survives the end of the
/// process, however sudden; a power cut may take the last calls, never part of one.
///
/// If you change a table, raise ``version``.
final class ClubBook: Sendable {
  private static let version = 1
  /// How the error names a book in memory.
  private static let memory = "the sandbox's memory"

  private let file: String
  private let database: SQLiteDatabase

  /// Opens a book, or makes one with a club.
  init(_ settings: PointsSettings) throws(SandboxError) {
    let file = settings.stateFile ?? Self.memory
    self.file = file
    do throws(SQLiteError) {
      database = try SQLiteDatabase(path: settings.stateFile)
    } catch {
      throw .state(file: file, reason: "\(error)")
    }
    try write { statements throws(SandboxError) in try Self.prepare(statements, settings) }
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

  private static func prepare(
    _ book: BookStatements, _ settings: PointsSettings
  ) throws(SandboxError) {
    let found = try book.row("PRAGMA user_version").map { $0[0] as Int } ?? 0
    if found == version { return }
    let tables = try book.row("SELECT COUNT(*) FROM sqlite_master")
    guard found == 0, tables.map({ $0[0] as Int }) == 0 else {
      throw .state(
        file: book.file, reason: "a database of another kind or version; expected a sandbox's")
    }
    for table in schema { try book.run(table) }
    try book.run("PRAGMA user_version = \(version)")
    // Known from the year's first day on.
    let day = Day(year: settings.year, month: 1, day: 1)!
    let begin = Int64(day.number) * 86_400_000_000
    for runner in Club.runners(settings) { try book.addRunner(runner, at: begin) }
  }

  private static let schema = [
    """
    CREATE TABLE clock (at INTEGER NOT NULL, step INTEGER NOT NULL)
    """,
    """
    CREATE TABLE runners (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL, active INTEGER NOT NULL,
      class INTEGER NOT NULL, points INTEGER NOT NULL DEFAULT 0,
      lifetime INTEGER NOT NULL DEFAULT 0, changed_at INTEGER)
    """,
    """
    CREATE TABLE memberships (
      runner INTEGER NOT NULL, at INTEGER NOT NULL, team TEXT NOT NULL, active INTEGER NOT NULL,
      class INTEGER NOT NULL)
    """,
    """
    CREATE TABLE ledger (
      id INTEGER PRIMARY KEY, runner INTEGER NOT NULL, activity TEXT NOT NULL, uuid TEXT UNIQUE,
      description TEXT NOT NULL, points INTEGER NOT NULL, balance INTEGER NOT NULL, season TEXT,
      year TEXT, at INTEGER NOT NULL)
    """,
    """
    CREATE INDEX ledger_of_runner ON ledger (runner, at)
    """,
    """
    CREATE TABLE tracking (
      season TEXT NOT NULL, year TEXT NOT NULL, runner INTEGER NOT NULL, points INTEGER NOT NULL,
      PRIMARY KEY (season, year, runner)) WITHOUT ROWID
    """,
    """
    CREATE TABLE rewards (
      id INTEGER PRIMARY KEY AUTOINCREMENT, season TEXT NOT NULL, year TEXT NOT NULL,
      name TEXT NOT NULL, description TEXT NOT NULL, threshold INTEGER NOT NULL,
      display_order INTEGER NOT NULL, achieved_at INTEGER, created_by TEXT,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      UNIQUE (season, year, display_order))
    """,
  ]
}
