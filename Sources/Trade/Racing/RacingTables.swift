import Columns

/// The store's racing tables: names, columns and types, as `docs/schema.md` lists them.
public enum RacingTables {
  /// One row per race.
  public static let races = "races"
  /// One row per runner, reaching its race by a row index within the month.
  public static let runners = "runners"
  /// One row per runner and named price, made from the columns of `runners`.
  public static let prices = "prices"
  /// One row per declared dividend.
  public static let dividends = "dividends"
  /// One row per imported file.
  public static let imports = "imports"
  /// One row per source row that was refused.
  public static let rejects = "rejects"
  /// Hashes of the race keys of each month: finds a race whose date moved.
  public static let raceKeys = "race_keys"
  /// One row per stored race that another source reported under a key of its own.
  public static let raceLinks = "race_links"
  /// One row per jockey, trainer or horse and window: figures computed from the runners.
  public static let connectionStats = "connection_stats"

  /// One row per answered request, which a fetch need not send again.
  public static let responses = "responses"
  /// One row per attempt of a request.
  public static let apiRequests = "api_requests"

  /// The key of a race, unique within the store.
  public static let raceID = Field("race_id", .text)

  /// The facts of a race: columns of `races`, and of flat runners.
  public static let raceFields: [Field] = [
    raceID,
    Field("date", .date),
    Field("off_time", .instant),
    Field("race_no", .int16),
    Field("course", .coded(dictionary: "course")),
    Field("country", .coded(dictionary: "country")),
    Field("race_name", .coded(dictionary: "race_name")),
    Field("class", .coded(dictionary: "class")),
    Field("handicap", .boolean),
    Field("going", .coded(dictionary: "going")),
    Field("surface", .coded(dictionary: "surface")),
    Field("distance_m", .int32),
    Field("prize", .micros),
    Field("field_size", .int16),
    Field("tote_paid", .boolean),
    Field("race_type", .coded(dictionary: "race_type")),
    Field("pattern", .coded(dictionary: "pattern")),
    Field("age_band", .coded(dictionary: "age_band")),
    Field("rating_band", .coded(dictionary: "rating_band")),
    Field("base_rate", .micros),
    Field("place_winners", .int16),
    Field("sectional_times", .coded(dictionary: "sectional_times")),
  ]

  /// The mark of a race whose `tote_paid` no file states: a column of stored `races` alone.
  ///
  /// It is true if only a `tote` or a win dividend shows it, and false if a file denies it.
  package static let totePaidDerived = Field("tote_paid_derived", .boolean)

  /// The facts of each runner: columns of `runners`, and of flat runners.
  public static let runnerFields: [Field] = [
    Field("horse_id", .coded(dictionary: "horse_id")),
    Field("horse", .coded(dictionary: "horse")),
    Field("jockey", .coded(dictionary: "jockey")),
    Field("trainer", .coded(dictionary: "trainer")),
    Field("owner", .coded(dictionary: "owner")),
    Field("sire", .coded(dictionary: "sire")),
    Field("age", .int16),
    Field("sex", .coded(dictionary: "sex")),
    Field("number", .int16),
    Field("draw", .int16),
    Field("weight_lb", .micros),
    Field("official_rating", .int16),
    Field("position", .int16),
    Field("outcome", .coded(dictionary: "outcome")),
    Field("beaten_lengths", .micros),
    Field("sp", .micros),
    Field("tote", .micros),
    Field("bsp", .micros),
    Field("place_bsp", .micros),
    Field("place_won", .boolean),
    Field("headgear", .coded(dictionary: "headgear")),
    Field("rating_rpr", .int16),
    Field("rating_ts", .int16),
    Field("dam", .coded(dictionary: "dam")),
    Field("damsire", .coded(dictionary: "damsire")),
    Field("claim_lb", .int16),
    Field("finish_time_s", .micros),
    Field("comment", .text),
    Field("morning_wap", .micros),
    Field("pre_play_wap", .micros),
    Field("pre_play_min", .micros),
    Field("pre_play_max", .micros),
    Field("in_play_min", .micros),
    Field("in_play_max", .micros),
    Field("morning_volume", .micros),
    Field("pre_play_volume", .micros),
    Field("in_play_volume", .micros),
    Field("place_morning_volume", .micros),
    Field("place_pre_play_volume", .micros),
    Field("place_in_play_volume", .micros),
    Field("removed_at", .instant),
    Field("reduction_factor", .micros),
    Field("place_reduction_factor", .micros),
    Field("betting_interest", .int16),
    Field("body_weight_lb", .micros),
    Field("running_positions", .text),
    Field("bsp_volume", .micros),
    Field("place_bsp_volume", .micros),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The prices of a runner beside its starting prices that have fixed columns.
  public static let namedPrices = NamedPrice.ofExchange.map(\.column)

  /// The origin of a runner's row: columns of `races` in months in which all runners of each race
  /// come from one place, otherwise of `runners`.
  public static let provenance = ["source", "import_id"]

  /// The row index of a runner's race within the month's `races`.
  public static let raceIndex = Field("race_index", .int32)

  /// Returns the first row of each race's runners, and the end of the last race.
  ///
  /// - Parameters:
  ///   - runners: A month's runners, in the order of their races.
  ///   - raceCount: The number of the month's races.
  /// - Returns: `raceCount + 1` rows.
  public static func runnerStarts(_ runners: Table, raceCount: Int) -> [Int] {
    var starts = [Int](repeating: 0, count: raceCount + 1)
    for race in runners.column(raceIndex).int32s where starts.indices.contains(Int(race) + 1) {
      starts[Int(race) + 1] += 1
    }
    for race in starts.indices.dropFirst() { starts[race] += starts[race - 1] }
    return starts
  }

  /// The columns of `dividends`.
  public static let dividendFields: [Field] = [
    raceID,
    Field("date", .date),
    Field("pool", .coded(dictionary: "pool")),
    Field("combination", .coded(dictionary: "combination")),
    Field("dividend", .micros),
    Field("declared", .coded(dictionary: "declared")),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `prices`.
  public static let priceFields: [Field] = [
    raceID,
    Field("date", .date),
    Field("number", .int16),
    Field("horse", .coded(dictionary: "horse")),
    Field("name", .text),
    Field("price", .micros),
    Field("volume", .micros),
    Field("source", .coded(dictionary: "source")),
  ]

  /// The columns of `race_links`.
  public static let raceLinkFields: [Field] = [
    raceID,
    Field("linked_race_id", .text),
    Field("date", .date),
    Field("source", .coded(dictionary: "source")),
    Field("fields", .coded(dictionary: "fields")),
    Field("import_id", .int32),
  ]

  /// The columns of `imports`.
  public static let importFields: [Field] = [
    Field("import_id", .int32),
    Field("imported_at", .instant),
    Field("mapping", .text),
    Field("table", .text),
    Field("file", .text),
    Field("sha256", .text),
    Field("xxh128", .text),
    Field("mapping_sha256", .text),
    Field("bytes", .int64),
    Field("rows_read", .int64),
    Field("stored", .int64),
    Field("duplicates", .int64),
    Field("replaced", .int64),
    Field("rejected", .int64),
    Field("unresolved", .int64),
    Field("reasons", .text),
    Field("undone_at", .instant),
    Field("retry_of", .int32),
    Field("call_id", .int32),
    Field("matched_races", .int64),
    Field("ambiguous_races", .int64),
    Field("disagreements", .int64),
    Field("unused_columns", .text),
    Field("duplicate_months", .text),
    Field("incomplete", .int64),
  ]

  /// The columns of `rejects`.
  public static let rejectFields: [Field] = [
    Field("import_id", .int32),
    Field("file", .text),
    Field("line", .int64),
    Field("reason", .text),
    Field("detail", .text),
    Field("raw", .text),
    Field("key", .text),
  ]

  /// The columns of `responses`.
  public static let responseFields: [Field] = [
    Field("api", .coded(dictionary: "api")),
    Field("request", .text),
    Field("day", .date),
    Field("fetched_at", .instant),
    Field("status", .int16),
    Field("bytes", .int64),
    Field("sha256", .text),
    Field("race_state", .coded(dictionary: "race_state")),
    Field("details", .text),
    Field("open_races", .text),
    Field("import_id", .int32),
  ]

  /// The columns of `api_requests`.
  public static let apiRequestFields: [Field] = [
    Field("request_id", .text),
    Field("event_time", .instant),
    Field("api", .coded(dictionary: "api")),
    Field("endpoint", .coded(dictionary: "endpoint")),
    Field("status", .int16),
    Field("duration_us", .int64),
    Field("bytes", .int64),
    Field("cache", .coded(dictionary: "cache")),
    Field("attempt", .int16),
    Field("error", .coded(dictionary: "error")),
    Field("import_id", .int32),
  ]

  /// The tables of the answers that an import came from; undoing the import removes their rows.
  public static let fetchTables = [responses, apiRequests]

  /// The columns of `connection_stats`.
  public static let connectionStatFields: [Field] = [
    Field("role", .coded(dictionary: "role")),
    Field("name", .text),
    Field("window_days", .int16),
    Field("event_time", .instant),
    Field("runs", .int32),
    Field("wins", .int32),
    Field("win_pct", .micros),
    Field("roi", .micros),
    Field("is_estimated", .boolean),
    Field("sample_with_sp", .int32),
  ]

  /// The tables that imports fill and that the raw archive can rebuild.
  public static let rebuiltTables = [races, runners, dividends, raceKeys, raceLinks]

  /// The tables that a user may export.
  public static let exportedTables =
    [races, runners, dividends, raceLinks, imports, rejects, prices]
    + [connectionStats, responses, apiRequests]

  /// Returns the exported columns of a table, in order; nil for a table of another domain.
  public static func exportedFields(of table: String) -> [Field]? {
    switch table {
    case races: raceFields
    case runners: flatRunnerNames.compactMap(flatField)
    case dividends: dividendFields
    case prices: priceFields
    case raceLinks: raceLinkFields
    case imports: importFields
    case rejects: rejectFields
    case responses: responseFields
    case apiRequests: apiRequestFields
    case connectionStats: connectionStatFields
    default: nil
    }
  }

  /// The columns of exported runners, in order: flat, one row per runner with its race.
  public static let flatRunnerNames = [
    "race_id", "date", "off_time", "race_no", "course", "country", "race_name", "class",
    "handicap", "going", "surface", "distance_m", "prize", "field_size", "horse_id", "horse",
    "jockey", "trainer", "owner", "sire", "age", "sex", "number", "draw", "weight_lb",
    "official_rating", "position", "outcome", "beaten_lengths", "sp", "tote", "tote_paid", "bsp",
    "place_bsp", "place_won", "source",
  ]

  /// The further columns of exported runners, for exports that have a value in some of them.
  public static let furtherRunnerFields: [Field] = (raceFields + runnerFields).filter {
    !flatRunnerNames.contains($0.name) && $0.name != "import_id"
  }

  /// The fields of runners and their races that questions may ask about, in the order of exports.
  public static let questionNames = flatRunnerNames + furtherRunnerFields.map(\.name)

  /// Returns the field of a flat runner's column, also for prices that a mapping names.
  public static func flatField(_ name: String) -> Field? {
    (raceFields + runnerFields).first { $0.name == name } ?? NamedPrice.of(column: name)?.field
  }
}
