import CSQLite
import Synchronization

/// A database of the system's SQLite, in a file or in memory; one transaction at a time.
final class SQLiteDatabase: @unchecked Sendable {
  // Safety: the connection and its statements are used only under the lock.
  private let lock = Mutex(())
  private let connection: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens or creates a database.
  ///
  /// A file uses write-ahead logging (WAL): a finished transaction survives a kill of the process.
  ///
  /// - Parameter path: The file; nil for a database in memory.
  /// - Throws: ``SQLiteError``.
  init(path: String?) throws(SQLiteError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    let code = sqlite3_open_v2(path ?? ":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(code, of: opened)
      sqlite3_close(opened)
      throw error
    }
    connection = opened
    sqlite3_busy_timeout(connection, 5_000)
    guard path != nil else { return }
    _ = try rows("PRAGMA journal_mode = WAL")
    _ = try rows("PRAGMA synchronous = NORMAL")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// Runs one transaction; rolls it back if `body` throws.
  ///
  /// - Parameters:
  ///   - isWriting: Whether it may change rows.
  ///   - failed: Converts the database's error to the caller's.
  ///   - body: Reads and changes rows.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or one from `failed`.
  func transaction<Result, Failure>(
    isWriting: Bool, failed: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { _ throws(Failure) in
      func run(_ sql: String) throws(Failure) {
        do throws(SQLiteError) { _ = try rows(sql) } catch { throw failed(error) }
      }
      try run(isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
      do throws(Failure) {
        let result = try body()
        try run("COMMIT")
        return result
      } catch {
        // Some errors end the transaction themselves; then this rollback fails.
        _ = try? rows("ROLLBACK")
        throw error
      }
    }
  }

  /// Runs one statement within a transaction.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - arguments: Its values, one for each `?`.
  /// - Returns: The resulting rows.
  /// - Throws: ``SQLiteError``.
  func rows(_ sql: String, _ arguments: [any SQLiteValue] = []) throws(SQLiteError) -> [SQLiteRow] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (place, argument) in arguments.enumerated() {
      try check(argument.cell.bind(to: statement, at: Int32(place + 1)))
    }
    let names = (0..<sqlite3_column_count(statement)).map {
      String(cString: sqlite3_column_name(statement, $0))
    }
    var rows: [SQLiteRow] = []
    while true {
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else { throw SQLiteError(code, of: connection) }
        return rows
      }
      rows.append(SQLiteRow(names: names, cells: names.indices.map { SQLiteCell(statement, $0) }))
    }
  }

  /// The row number of the last added row.
  var lastAddedRow: Int64 { sqlite3_last_insert_rowid(connection) }

  // MARK: - Implementation

  private func prepared(_ sql: String) throws(SQLiteError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    guard let statement else { throw SQLiteError(SQLITE_MISUSE, of: nil) }
    statements[sql] = statement
    return statement
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(code, of: connection) }
  }
}

/// The SQLite library in use.
public enum SQLiteVersion {
  /// The version, such as `3.40.1`.
  public static var text: String { String(cString: sqlite3_libversion()) }
}

/// SQLite's error.
struct SQLiteError: Error, CustomStringConvertible {
  let description: String

  init(_ code: Int32, of connection: OpaquePointer?) {
    let reason = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    description = reason.map { String(cString: $0) } ?? "SQLite error \(code)"
  }
}
