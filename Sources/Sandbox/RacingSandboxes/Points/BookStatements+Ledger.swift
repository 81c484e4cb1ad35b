import SandboxCore

extension BookStatements {
  /// Returns the transaction of an activity; nil for none.
  func transaction(ofActivity uuid: String) throws(SandboxError) -> LedgerEntry? {
    try row("SELECT * FROM ledger WHERE uuid = ?", [uuid]).map { LedgerEntry($0) }
  }

  /// Returns a runner's transactions, newest first.
  ///
  /// - Parameters:
  ///   - runner: The runner's id.
  ///   - limit: The maximum number; nil for all.
  /// - Returns: The transactions.
  /// - Throws: `SandboxError` `.state` if the database cannot be read.
  func transactions(ofRunner runner: Int64, limit: Int?) throws(SandboxError) -> [LedgerEntry] {
    try rows(
      "SELECT * FROM ledger WHERE runner = ? ORDER BY at DESC, id DESC LIMIT ?",
      [runner, limit ?? -1]
    ).map { LedgerEntry($0) }
  }

  /// Returns all transactions, in order of creation.
  func ledger() throws(SandboxError) -> [LedgerEntry] {
    try rows("SELECT * FROM ledger ORDER BY id").map { LedgerEntry($0) }
  }

  /// Adds a transaction, and its points to the runner.
  func add(_ entry: LedgerEntry) throws(SandboxError) {
    try run(
      """
      INSERT INTO ledger (runner, activity, uuid, description, points, balance, season, year, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        entry.runnerID, entry.activityType, entry.activityUUID, entry.description, entry.points,
        entry.balanceAfter, entry.season, entry.year, entry.createdAt,
      ])
    try run(
      "UPDATE runners SET points = ?, lifetime = lifetime + ?, changed_at = ? WHERE id = ?",
      [entry.balanceAfter, entry.points, entry.createdAt, entry.runnerID])
  }

  /// Adds points to a runner's season.
  func track(_ points: Int64, ofRunner runner: Int64, in season: ClubSeason) throws(SandboxError) {
    try run(
      """
      INSERT INTO tracking (season, year, runner, points) VALUES (?, ?, ?, ?)
      ON CONFLICT (season, year, runner) DO UPDATE SET points = points + excluded.points
      """,
      [season.season, season.year, runner, points])
  }

  /// Returns a runner's points in a season; 0 for none, or an unknown runner.
  func points(ofRunner runner: Int64, in season: ClubSeason) throws(SandboxError) -> Int64 {
    try row(
      "SELECT points FROM tracking WHERE season = ? AND year = ? AND runner = ?",
      [season.season, season.year, runner])?[0] ?? 0
  }

  /// Returns all runners with points in a season, of any team, most points first.
  func leaderboard(of season: ClubSeason, limit: Int?) throws(SandboxError)
    -> [(runner: Int64, points: Int64)]
  {
    try rows(
      """
      SELECT runner, points FROM tracking WHERE season = ? AND year = ?
      ORDER BY points DESC, runner LIMIT ?
      """, [season.season, season.year, limit ?? -1]
    ).map { ($0[0], $0[1]) }
  }
}

extension LedgerEntry {
  /// Reads a row of the table `ledger`.
  fileprivate init(_ row: SQLiteRow) {
    self.init(
      runnerID: row["runner"], activityType: row["activity"], activityUUID: row["uuid"],
      description: row["description"], points: row["points"], balanceAfter: row["balance"],
      season: row["season"], year: row["year"], createdAt: row["at"])
  }
}
