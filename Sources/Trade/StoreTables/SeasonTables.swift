import Columns

/// The store's tables of points and rewards: names, columns and types, as `docs/schema.md` lists
/// them.
public enum SeasonTables {
  /// One row per points transaction.
  public static let pointsLedger = "points_ledger"
  /// One row per report of a runner's membership.
  public static let roster = "roster"
  /// One row per reward and report of it.
  public static let rewards = "season_rewards"
  /// One row per report of a team's progress.
  public static let progress = "season_progress"
  /// One row per report of a runner's points in a season, by the service's count.
  public static let runnerPoints = "season_runner_points"

  /// The key of a transaction: the activity's UUID, or a key made from the other columns.
  public static let transactionKey = Field("tx_key", .text)

  /// The columns of `points_ledger`; month by `event_time`.
  public static let pointsLedgerFields: [Field] = [
    transactionKey,
    Field("event_time", .instant),
    Field("runner_id", .coded(dictionary: "runner_id")),
    // Null if the points count for no season.
    Field("season", .coded(dictionary: "season")),
    Field("year", .int16),
    Field("kind", .coded(dictionary: "transaction_kind")),
    Field("activity_type", .coded(dictionary: "activity_type")),
    Field("points", .int32),
    Field("balance_after", .int32),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `roster`; month by `reported_at`.
  public static let rosterFields: [Field] = [
    Field("runner_id", .coded(dictionary: "runner_id")),
    Field("reported_at", .instant),
    Field("runner", .coded(dictionary: "runner")),
    Field("team", .coded(dictionary: "team")),
    Field("active", .boolean),
    Field("graduation_class", .int16),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `season_rewards`; month by `reported_at`.
  public static let rewardFields: [Field] = [
    Field("reward_id", .int64),
    Field("reported_at", .instant),
    Field("season", .coded(dictionary: "season")),
    Field("year", .int16),
    Field("description", .text),
    Field("point_threshold", .int64),
    Field("display_order", .int32),
    Field("is_achieved", .boolean),
    Field("achieved_at", .instant),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `season_progress`; month by `reported_at`.
  public static let progressFields: [Field] = [
    Field("season", .coded(dictionary: "season")),
    Field("year", .int16),
    Field("reported_at", .instant),
    Field("team_total", .int64),
    Field("active_roster", .int32),
    Field("rewards_total", .int32),
    Field("rewards_achieved", .int32),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `season_runner_points`; month by `reported_at`.
  public static let runnerPointFields: [Field] = [
    Field("runner_id", .coded(dictionary: "runner_id")),
    Field("season", .coded(dictionary: "season")),
    Field("year", .int16),
    Field("reported_at", .instant),
    Field("points", .int64),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// All tables that imports fill and that the raw archive can rebuild.
  public static let rebuiltTables = [pointsLedger, roster, rewards, progress, runnerPoints]

  /// Returns the exported columns of a table, in order; nil for a table of another domain.
  public static func exportedFields(of table: String) -> [Field]? {
    switch table {
    case pointsLedger: pointsLedgerFields
    case roster: rosterFields
    case rewards: rewardFields
    case progress: progressFields
    case runnerPoints: runnerPointFields
    default: nil
    }
  }
}
