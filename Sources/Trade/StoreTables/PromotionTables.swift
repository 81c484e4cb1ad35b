import Columns

/// The store's tables of a sportsbook's promotions: names, columns and types, as `docs/schema.md`
/// lists them.
public enum PromotionTables {
  /// One row per banner, card or story and report of it.
  public static let items = "promo_items"
  /// One row per section of a home template and report of it.
  public static let sections = "home_sections"
  /// One row per price and change of it.
  public static let quotes = "odds_quotes"
  /// One row per boost and change of it.
  public static let boosts = "odds_boosts"
  /// One row per tipster's pick and change of it.
  public static let picks = "tipster_picks"
  /// One row per news article and change of it.
  public static let news = "news_items"

  /// All tables of promotions, the promotions themselves first.
  public static let all = [items, sections, quotes, boosts, picks, news]

  /// The columns of `promo_items`; month by `ingest_time`.
  public static let itemFields: [Field] = [
    Field("kind", .coded(dictionary: "promo_kind")),
    Field("item_id", .coded(dictionary: "promo_id")),
    Field("ingest_time", .instant),
    // The start of its display.
    Field("event_time", .instant),
    Field("end_time", .instant),
    Field("status", .coded(dictionary: "promo_status")),
    Field("title", .text),
    Field("subtitle", .text),
    Field("content", .text),
    Field("action_type", .coded(dictionary: "action_type")),
    Field("action_target", .text),
    Field("event_id", .coded(dictionary: "sport_event_id")),
    Field("image_url", .text),
    Field("duration_s", .int32),
    Field("client_id", .int64),
    Field("platform", .coded(dictionary: "platform")),
    Field("user_type", .coded(dictionary: "user_type")),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `home_sections`; month by `ingest_time`.
  public static let sectionFields: [Field] = [
    Field("template_id", .coded(dictionary: "template_id")),
    Field("platform", .coded(dictionary: "platform")),
    Field("position", .int32),
    Field("ingest_time", .instant),
    // The time of the template's last change.
    Field("event_time", .instant),
    Field("client_id", .int64),
    Field("section_type", .coded(dictionary: "section_type")),
    Field("title", .text),
    // The endpoint, without the leading /api/.
    Field("fills_from", .text),
    // A JSON object.
    Field("options", .text),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `odds_quotes`; month by `ingest_time`.
  public static let quoteFields: [Field] = [
    Field("event_id", .coded(dictionary: "sport_event_id")),
    Field("price_kind", .coded(dictionary: "price_kind")),
    // Null for prices outside a market, such as a boost's.
    Field("market_id", .coded(dictionary: "market_id")),
    Field("outcome_id", .coded(dictionary: "outcome_id")),
    Field("market_name", .coded(dictionary: "market_name")),
    Field("outcome_name", .coded(dictionary: "outcome_name")),
    // The boost or pick with this price.
    Field("item_id", .coded(dictionary: "promo_id")),
    Field("ingest_time", .instant),
    // The event's start.
    Field("event_time", .instant),
    Field("home", .coded(dictionary: "side")),
    Field("away", .coded(dictionary: "side")),
    Field("price", .micros),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `odds_boosts`; month by `ingest_time`.
  public static let boostFields: [Field] = [
    Field("banner_id", .coded(dictionary: "promo_id")),
    Field("ingest_time", .instant),
    // The start of the offer.
    Field("event_time", .instant),
    Field("end_time", .instant),
    Field("status", .coded(dictionary: "promo_status")),
    Field("title", .text),
    Field("event_id", .coded(dictionary: "sport_event_id")),
    Field("original_odd", .micros),
    Field("boosted_odd", .micros),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `tipster_picks`; month by `ingest_time`.
  public static let pickFields: [Field] = [
    Field("pick_id", .coded(dictionary: "promo_id")),
    Field("ingest_time", .instant),
    // The event's start.
    Field("event_time", .instant),
    Field("title", .text),
    Field("tipster_id", .coded(dictionary: "tipster_id")),
    Field("tipster", .coded(dictionary: "tipster")),
    // The share of picks won, by the service's claim.
    Field("win_rate", .micros),
    Field("event_id", .coded(dictionary: "sport_event_id")),
    Field("home", .coded(dictionary: "side")),
    Field("away", .coded(dictionary: "side")),
    Field("market_name", .coded(dictionary: "market_name")),
    Field("outcome_name", .coded(dictionary: "outcome_name")),
    Field("odds", .micros),
    Field("reasoning", .text),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// The columns of `news_items`; month by `ingest_time`.
  public static let newsFields: [Field] = [
    Field("news_id", .coded(dictionary: "news_id")),
    Field("ingest_time", .instant),
    // The time of publication.
    Field("event_time", .instant),
    Field("status", .coded(dictionary: "promo_status")),
    Field("title", .text),
    Field("subtitle", .text),
    Field("author", .coded(dictionary: "author")),
    // Joined by `|`.
    Field("tags", .text),
    Field("image_url", .text),
    Field("source", .coded(dictionary: "source")),
    Field("import_id", .int32),
  ]

  /// All tables that imports fill and that the raw archive can rebuild.
  public static let rebuiltTables = [items, sections, quotes, boosts, picks, news]

  /// Returns the exported columns of a table, in order; nil for a table of another domain.
  public static func exportedFields(of table: String) -> [Field]? {
    switch table {
    case items: itemFields
    case sections: sectionFields
    case quotes: quoteFields
    case boosts: boostFields
    case picks: pickFields
    case news: newsFields
    default: nil
    }
  }
}
