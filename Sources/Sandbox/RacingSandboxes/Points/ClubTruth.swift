import APICore
import SandboxCore

/// The club's state as CSV: every total of the club must agree with it.
///
/// If you change a column, also change it in `docs/sandbox.md`.
enum ClubTruth {
  /// Returns one line per transaction, in order of creation.
  static func ledger(_ book: BookStatements) throws(SandboxError) -> String {
    let lines = try book.ledger().map { entry in
      [
        entry.activityUUID ?? "", instant(entry.createdAt), String(entry.runnerID),
        entry.season ?? "", entry.year ?? "", "EARNED", entry.activityType, String(entry.points),
        String(entry.balanceAfter),
      ]
    }
    return CSVLines.lines(
      [
        "tx_key", "event_time", "runner_id", "season", "year", "kind", "activity_type", "points",
        "balance_after",
      ], lines)
  }

  /// Returns one line per runner and change of membership, in order of the changes.
  static func roster(_ book: BookStatements) throws(SandboxError) -> String {
    let rows = try book.rows(
      """
      SELECT memberships.runner, at, name, memberships.team, memberships.active, memberships.class
      FROM memberships JOIN runners ON runners.id = memberships.runner ORDER BY memberships.rowid
      """)
    let lines = rows.map { row -> [String] in
      let isActive: Bool = row[4]
      let graduationClass: Int = row[5]
      let runner: Int64 = row[0]
      return [
        String(runner), instant(row[1]), row[2], row[3], isActive ? "true" : "false",
        String(graduationClass),
      ]
    }
    return CSVLines.lines(
      ["runner_id", "reported_at", "runner", "team", "active", "graduation_class"], lines)
  }

  /// Returns one line per reward, by id, in their state at a moment.
  static func rewards(_ book: BookStatements, at micros: Int64) throws(SandboxError) -> String {
    let lines = try book.allRewards().map { reward in
      [
        String(reward.id), instant(micros), reward.season.season, reward.season.year,
        reward.description, String(reward.threshold), String(reward.displayOrder),
        reward.achievedAt == nil ? "false" : "true", reward.achievedAt.map { instant($0) } ?? "",
      ]
    }
    return CSVLines.lines(
      [
        "reward_id", "reported_at", "season", "year", "description", "point_threshold",
        "display_order", "is_achieved", "achieved_at",
      ], lines)
  }

  // MARK: - Implementation

  private static func instant(_ micros: Int64) -> String { WireForm.milliseconds(micros) + "Z" }
}
