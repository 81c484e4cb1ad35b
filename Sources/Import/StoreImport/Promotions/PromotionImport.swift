import ColumnStore
import Columns
import Mappings
import RowReading
import StoreTables

/// Puts one file's rows of a sportsbook's promotions into the store.
///
/// A row that repeats the state before is a duplicate, so a fetch without news adds nothing.
struct PromotionImport {
  let writer: StoreWriter
  let feeds: TableMapping.Target
  /// Whether the rows belong to a retry, and so may be only a part of a list.
  let isRetry: Bool

  /// Stores rows.
  ///
  /// - Parameter rows: The file's accepted rows.
  /// - Returns: Their counts.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ rows: Table) throws(StoreError) -> StoredCounts {
    switch feeds {
    case .promoItems:
      return try states(PromotionTables.items, ["kind", "item_id"], rows)
    case .oddsQuotes:
      return try states(
        PromotionTables.quotes,
        [
          "event_id", "price_kind", "market_id", "outcome_id", "market_name", "outcome_name",
          "item_id",
        ], rows)
    case .oddsBoosts: return try states(PromotionTables.boosts, ["banner_id"], rows)
    case .tipsterPicks: return try states(PromotionTables.picks, ["pick_id"], rows)
    case .newsItems: return try states(PromotionTables.news, ["news_id"], rows)
    case .homeSections:
      var lists = observations(PromotionTables.sections, ["template_id", "platform"])
      lists.parts = ["position"]
      return try ObservationMerge(table: lists, isPartial: isRetry).merge(rows)
    default: preconditionFailure("no rows of a sportsbook")
    }
  }

  // MARK: - Implementation

  private func states(
    _ table: String, _ keys: [String], _ rows: Table
  ) throws(StoreError) -> StoredCounts {
    try ObservationMerge(table: observations(table, keys)).merge(rows)
  }

  private func observations(_ table: String, _ keys: [String]) -> ObservationTable {
    ObservationTable(
      writer: writer, name: table, fields: PromotionTables.exportedFields(of: table)!, keys: keys,
      time: "ingest_time")
  }
}
