import Columns

/// The tables of a dataset of ticks, as `docs/ticks.md` lists them.
public enum TickTables {
  /// One row per runner and message that changed the runner.
  public static let ticks = "ticks"
  /// One row per runner of a market.
  public static let selections = "selections"

  /// The columns of ``ticks``: prices and money in 10⁻⁶, times in milliseconds since 1970.
  public static let tickFields = [
    Field("market_id", .text), Field("selection_id", .int64), Field("sequence", .int64),
    Field("published_at", .int64), Field("last_traded_price", .int64),
    Field("traded_volume", .int64), Field("best_back_price", .int64),
    Field("best_back_size", .int64), Field("best_lay_price", .int64),
    Field("best_lay_size", .int64), Field("in_play", .boolean),
  ]

  /// The columns of ``selections``.
  public static let selectionFields = [
    Field("market_id", .text), Field("selection_id", .int64), Field("date", .date),
    Field("scheduled_off", .int64), Field("off_at", .int64), Field("course", .text),
    Field("country", .text), Field("horse", .text), Field("status", .text),
    Field("bsp", .int64), Field("race_id", .text), Field("jockey", .text),
    Field("trainer", .text),
  ]
}
