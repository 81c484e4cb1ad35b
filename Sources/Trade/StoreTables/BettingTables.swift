import Columns

/// The store's tables of bets: names, columns and types, as `docs/schema.md` lists them.
public enum BettingTables {
  /// One row per bet.
  public static let bets = "bets"
  /// One row per line of a bet.
  public static let outcomes = "bet_outcomes"
  /// One row per balance and time of its report.
  public static let wallets = "wallet_snapshots"
  /// One row per step in the life of a session.
  public static let sessions = "sessions"

  /// All tables of bets, the bets themselves first.
  public static let all = [bets, outcomes, wallets, sessions]

  /// The columns of `bets`; month by `event_time`.
  public static let betFields: [Field] = [
    Field("bet_key", .coded(dictionary: "bet_key")),
    // The time of the report.
    Field("ingest_time", .instant),
    // The time of sending; for a bet known only from the service, the time of its acceptance.
    Field("event_time", .instant),
    Field("settled_time", .instant),
    Field("subject_key", .coded(dictionary: "subject_key")),
    Field("game_id", .coded(dictionary: "game_id")),
    Field("credit_game_id", .coded(dictionary: "game_id")),
    Field("kind", .coded(dictionary: "bet_kind")),
    // Null for unbacked bets, like the currency.
    Field("economy", .coded(dictionary: "economy")),
    Field("currency", .coded(dictionary: "currency")),
    Field("wager", .micros),
    // Null until the bet is settled.
    Field("payout", .micros),
    Field("lines", .int32),
    Field("result", .coded(dictionary: "bet_result")),
    Field("error", .text),
    // The HTTP status of the answer.
    Field("status", .int16),
    // Null for a bet sent alone.
    Field("batch_id", .coded(dictionary: "batch_id")),
    // The service's own id.
    Field("statement_id", .int64),
    Field("latency_us", .int64),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `bet_outcomes`; month by `ingest_time`.
  public static let outcomeFields: [Field] = [
    Field("bet_key", .coded(dictionary: "bet_key")),
    // From 0.
    Field("line", .int32),
    // The service's id of the bet.
    Field("statement_id", .int64),
    Field("ingest_time", .instant),
    Field("outcome", .coded(dictionary: "bet_outcome")),
    Field("payout", .micros),
    // Separated by spaces.
    Field("symbols", .coded(dictionary: "symbols")),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `wallet_snapshots`; month by `event_time`.
  public static let walletFields: [Field] = [
    Field("subject_key", .coded(dictionary: "subject_key")),
    Field("economy", .coded(dictionary: "economy")),
    Field("currency", .coded(dictionary: "currency")),
    Field("event_time", .instant),
    Field("balance", .micros),
    // A JSON object: credits by game.
    Field("credits", .text),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `sessions`; month by `event_time`.
  public static let sessionFields: [Field] = [
    Field("session_hash", .coded(dictionary: "session_hash")),
    Field("event_time", .instant),
    Field("kind", .coded(dictionary: "session_step")),
    Field("alive", .boolean),
    Field("remaining_ms", .int64),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// All tables that imports fill and that the raw archive can rebuild.
  public static let rebuiltTables = all

  /// Returns the exported columns of a table, in order; nil for a table of another domain.
  public static func exportedFields(of table: String) -> [Field]? {
    switch table {
    case bets: betFields
    case outcomes: outcomeFields
    case wallets: walletFields
    case sessions: sessionFields
    default: nil
    }
  }
}
