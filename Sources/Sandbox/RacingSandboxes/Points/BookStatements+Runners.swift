import SandboxCore

extension BookStatements {
  /// Adds a runner with a new id, a member from a moment on.
  func addRunner(_ runner: ClubRunner, at micros: Int64) throws(SandboxError) {
    var runner = runner
    runner.id = try add(
      "INSERT INTO runners (name, team, active, class) VALUES (?, ?, ?, ?)",
      [runner.name, runner.team, runner.isActive, runner.graduationClass])
    try note(runner, at: micros)
  }

  /// Changes a runner's membership from a moment on.
  func change(_ runner: ClubRunner, at micros: Int64) throws(SandboxError) {
    try run(
      "UPDATE runners SET team = ?, active = ?, class = ? WHERE id = ?",
      [runner.team, runner.isActive, runner.graduationClass, runner.id])
    try note(runner, at: micros)
  }

  /// Returns a runner by id.
  func runner(_ id: Int64) throws(SandboxError) -> ClubRunner? {
    try row("SELECT * FROM runners WHERE id = ?", [id]).map { ClubRunner($0) }
  }

  /// Returns all runners, the oldest classes first, then by name.
  func runners() throws(SandboxError) -> [ClubRunner] {
    try rows("SELECT * FROM runners ORDER BY class, name, id").map { ClubRunner($0) }
  }

  /// Counts the active UA runners of a season's roster.
  func memberCount(of season: ClubSeason) throws(SandboxError) -> Int64 {
    guard let classes = season.classes else { return 0 }
    return try row(
      "SELECT COUNT(*) FROM runners WHERE team = 'UA' AND active AND class BETWEEN ? AND ?",
      [classes.lowerBound, classes.upperBound])?[0] ?? 0
  }

  /// Returns the total points of a season's active UA runners.
  func teamTotal(of season: ClubSeason) throws(SandboxError) -> Int64 {
    guard let classes = season.classes else { return 0 }
    return try row(
      """
      SELECT COALESCE(SUM(tracking.points), 0) FROM tracking
      JOIN runners ON runners.id = tracking.runner
      WHERE tracking.season = ? AND tracking.year = ?
        AND runners.team = 'UA' AND runners.active AND runners.class BETWEEN ? AND ?
      """,
      [season.season, season.year, classes.lowerBound, classes.upperBound])?[0] ?? 0
  }

  // MARK: - Implementation

  private func note(_ runner: ClubRunner, at micros: Int64) throws(SandboxError) {
    try run(
      "INSERT INTO memberships (runner, at, team, active, class) VALUES (?, ?, ?, ?, ?)",
      [runner.id, micros, runner.team, runner.isActive, runner.graduationClass])
  }
}

extension ClubRunner {
  /// Reads a row of the table `runners`.
  fileprivate init(_ row: SQLiteRow) {
    self.init(
      id: row["id"], name: row["name"], team: row["team"], isActive: row["active"],
      graduationClass: row["class"], points: row["points"], lifetimePoints: row["lifetime"],
      pointsChangedAt: row["changed_at"])
  }
}
