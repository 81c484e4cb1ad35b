import ColumnStore
import Columns
import Mappings
import RowReading
import StoreTables

/// Puts one file's rows of a betting service into the store.
///
/// A bet has one row, whichever source reports it: the client's journal before the request leaves
/// and after its answer, and the service's own list.
struct BettingImport {
  let writer: StoreWriter
  let feeds: TableMapping.Target

  /// Stores rows.
  ///
  /// - Parameter rows: The file's accepted rows.
  /// - Returns: Their counts.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ rows: Table) throws(StoreError) -> StoredCounts {
    switch feeds {
    case .bets:
      var bets = EntityMerge(
        table: observations(BettingTables.bets, ["bet_key"], time: "event_time"),
        reportedAt: "ingest_time")
      bets.part = "statement_id"
      bets.lasting = ["event_time", "settled_time"]
      bets.ofLast = ["error"]
      let ranks = BetStanding.allCases.map { writer.dictionary("bet_result").code($0.rawValue) }
      bets.rank = { table, row in
        ranks.firstIndex(of: table["result"]!.int32s[row]) ?? 0
      }
      return try bets.merge(rows)
    case .betOutcomes:
      var lines = EntityMerge(
        table: observations(BettingTables.outcomes, ["bet_key", "line"], time: "ingest_time"),
        reportedAt: "ingest_time")
      lines.part = "statement_id"
      lines.lasting = ["ingest_time"]
      return try lines.merge(rows)
    case .sessions:
      return try EntityMerge(
        table: observations(
          BettingTables.sessions, ["session_hash", "event_time", "kind"], time: "event_time"),
        reportedAt: "event_time"
      ).merge(rows)
    case .walletSnapshots:
      return try ObservationMerge(
        table: observations(
          BettingTables.wallets, ["subject_key", "economy", "currency"], time: "event_time")
      ).merge(rows)
    default: preconditionFailure("no rows of a betting service")
    }
  }

  // MARK: - Implementation

  private func observations(_ table: String, _ keys: [String], time: String) -> ObservationTable {
    ObservationTable(
      writer: writer, name: table, fields: BettingTables.exportedFields(of: table)!, keys: keys,
      time: time)
  }
}
