import SandboxCore

extension BookStatements {
  /// Returns the rewards of a season, in display order.
  func rewards(of season: ClubSeason) throws(SandboxError) -> [ClubReward] {
    try rows(
      "SELECT * FROM rewards WHERE season = ? AND year = ? ORDER BY display_order",
      [season.season, season.year]
    ).map { ClubReward($0) }
  }

  /// Returns all rewards, by id.
  func allRewards() throws(SandboxError) -> [ClubReward] {
    try rows("SELECT * FROM rewards ORDER BY id").map { ClubReward($0) }
  }

  /// Returns a reward by id.
  func reward(_ id: Int64) throws(SandboxError) -> ClubReward? {
    try row("SELECT * FROM rewards WHERE id = ?", [id]).map { ClubReward($0) }
  }

  /// Whether another reward of the season has the same display order.
  func hasConflict(_ reward: ClubReward) throws(SandboxError) -> Bool {
    try row(
      "SELECT 1 FROM rewards WHERE season = ? AND year = ? AND display_order = ? AND id <> ?",
      [reward.season.season, reward.season.year, reward.displayOrder, reward.id]) != nil
  }

  /// Adds a reward with a new id.
  func add(_ reward: ClubReward) throws(SandboxError) -> ClubReward {
    var reward = reward
    reward.id = try add(
      """
      INSERT INTO rewards (season, year, name, description, threshold, display_order, created_by,
        created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        reward.season.season, reward.season.year, reward.name, reward.description,
        reward.threshold, reward.displayOrder, reward.createdBy, reward.createdAt,
        reward.updatedAt,
      ])
    return reward
  }

  /// Writes a changed reward.
  func change(_ reward: ClubReward) throws(SandboxError) {
    try run(
      """
      UPDATE rewards SET name = ?, description = ?, threshold = ?, display_order = ?, updated_at = ?
      WHERE id = ?
      """,
      [
        reward.name, reward.description, reward.threshold, reward.displayOrder, reward.updatedAt,
        reward.id,
      ])
  }

  /// Removes a reward.
  func removeReward(_ id: Int64) throws(SandboxError) {
    try run("DELETE FROM rewards WHERE id = ?", [id])
  }

  /// Marks the rewards that the season's team has reached; marks are never removed.
  func achieveRewards(of season: ClubSeason, at micros: Int64) throws(SandboxError) {
    let total = try teamTotal(of: season)
    guard try memberCount(of: season) > 0 else { return }
    try run(
      """
      UPDATE rewards SET achieved_at = ?, updated_at = ?
      WHERE season = ? AND year = ? AND achieved_at IS NULL AND threshold <= ?
      """,
      [micros, micros, season.season, season.year, total])
  }
}

extension ClubReward {
  /// Reads a row of the table `rewards`.
  fileprivate init(_ row: SQLiteRow) {
    self.init(
      id: row["id"], season: ClubSeason(season: row["season"], year: row["year"]),
      name: row["name"], description: row["description"], threshold: row["threshold"],
      displayOrder: row["display_order"], achievedAt: row["achieved_at"],
      createdBy: row["created_by"], createdAt: row["created_at"], updatedAt: row["updated_at"])
  }
}
