/// SQL within one transaction of a sandbox's book, with failures as `SandboxError`.
package struct BookStatements {
  package let file: String
  let database: SQLiteDatabase

  /// Returns the rows of a query.
  package func rows(_ sql: String, _ arguments: [any SQLiteValue] = []) throws(SandboxError)
    -> [SQLiteRow]
  {
    do throws(SQLiteError) {
      return try database.rows(sql, arguments)
    } catch {
      throw .state(file: file, reason: "\(error)")
    }
  }

  /// Returns the first row of a query; nil for none.
  package func row(_ sql: String, _ arguments: [any SQLiteValue] = []) throws(SandboxError)
    -> SQLiteRow?
  {
    try rows(sql, arguments).first
  }

  /// Runs a statement that changes rows.
  package func run(_ sql: String, _ arguments: [any SQLiteValue] = []) throws(SandboxError) {
    _ = try rows(sql, arguments)
  }

  /// Adds a row.
  ///
  /// - Returns: Its row number.
  package func add(_ sql: String, _ arguments: [any SQLiteValue]) throws(SandboxError) -> Int64 {
    try run(sql, arguments)
    return database.lastAddedRow
  }
}
