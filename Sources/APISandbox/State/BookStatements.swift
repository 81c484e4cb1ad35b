/// SQL within one transaction of a sandbox's book; what fails is told as our error.
struct BookStatements {
  let file: String
  let database: SQLiteDatabase

  /// The rows of a query.
  func rows(_ sql: String, _ arguments: [any SQLiteValue] = []) throws(SandboxError)
    -> [SQLiteRow]
  {
    do throws(SQLiteError) {
      return try database.rows(sql, arguments)
    } catch {
      throw .state(file: file, reason: "\(error)")
    }
  }

  /// The first row of a query; nil for none.
  func row(_ sql: String, _ arguments: [any SQLiteValue] = []) throws(SandboxError) -> SQLiteRow? {
    try rows(sql, arguments).first
  }

  /// Changes rows.
  func run(_ sql: String, _ arguments: [any SQLiteValue] = []) throws(SandboxError) {
    _ = try rows(sql, arguments)
  }

  /// Adds a row.
  ///
  /// - Returns: Its number.
  func add(_ sql: String, _ arguments: [any SQLiteValue]) throws(SandboxError) -> Int64 {
    try run(sql, arguments)
    return database.lastAddedRow
  }
}
