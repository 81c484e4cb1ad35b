import GRDB

/// SQL within one transaction of a club's book; what fails is told as our error.
struct BookStatements {
  let file: String
  let database: Database

  /// The rows of a query.
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws(SandboxError) -> [Row] {
    try told { try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments) }
  }

  /// The first row of a query; nil for none.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws(SandboxError) -> Row? {
    try told { try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) }
  }

  /// Changes rows.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws(SandboxError) {
    try told { try database.cachedStatement(sql: sql).execute(arguments: arguments) }
  }

  /// Adds a row.
  ///
  /// - Returns: Its number.
  func add(_ sql: String, _ arguments: StatementArguments) throws(SandboxError) -> Int64 {
    try run(sql, arguments)
    return database.lastInsertedRowID
  }

  /// Runs what GRDB may fail at.
  func told<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(SandboxError) -> Result {
    do { return try body() } catch { throw .state(file: file, reason: "\(error)") }
  }
}
