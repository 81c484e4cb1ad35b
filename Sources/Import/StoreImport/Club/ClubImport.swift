import Columns
import ColumnStore
import Foundation
import Mappings
import RowReading
import Seasons
import StoreTables

/// Puts one file's rows of a running club into the store.
struct ClubImport {
  let writer: StoreWriter
  let feeds: TableMapping.Target
  /// The club's time zone; nil for UTC.
  let zone: String?
  /// The time of the import, for rows without a time of report.
  let now: Int64
  /// Whether the rows belong to a retry, and so may be only a part of a list.
  let isRetry: Bool
  /// Whether keys of transactions are compared letter by letter.
  let hasExactKeys: Bool

  /// Stores rows.
  ///
  /// - Parameter table: The file's accepted rows.
  /// - Returns: Their counts.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ table: Table) throws(StoreError) -> StoredCounts {
    switch feeds {
    case .points:
      let zone = zone.flatMap { TimeZone(identifier: $0) } ?? .gmt
      return try PointsImport(writer: writer, hasExactKeys: hasExactKeys).merge(
        LedgerRows(writer: writer, zone: zone).completed(table))
    case .roster:
      return try states(SeasonTables.roster, SeasonTables.rosterFields, ["runner_id"], table)
    case .progress:
      return try states(
        SeasonTables.progress, SeasonTables.progressFields, ["season", "year"], table)
    case .runnerPoints:
      return try states(
        SeasonTables.runnerPoints, SeasonTables.runnerPointFields,
        ["runner_id", "season", "year"], table)
    case .rewards:
      let rewards = ObservationTable(
        writer: writer, name: SeasonTables.rewards, fields: SeasonTables.rewardFields,
        keys: ["season", "year"], parts: ["reward_id"])
      return try ObservationMerge(table: rewards, isPartial: isRetry).merge(dated(table))
    default:
      preconditionFailure("no rows of a club")
    }
  }

  // MARK: - Implementation

  private func states(
    _ name: String, _ fields: [Field], _ keys: [String], _ rows: Table
  ) throws(StoreError) -> StoredCounts {
    let table = ObservationTable(writer: writer, name: name, fields: fields, keys: keys)
    return try ObservationMerge(table: table).merge(dated(rows))
  }

  /// Returns the rows with the time they were reported at; the import's time where they have none.
  private func dated(_ rows: Table) -> Table {
    let given = rows.column(Field("reported_at", .instant))
    let times = (0..<rows.rowCount).map { given.isNull($0) ? now : given.int64s[$0] }
    return rows.replacing("reported_at", Column(.instant, .int64(Buffer(times))))
  }
}

extension ImportRows {
  /// Refuses points that were earned without an activity, unless the mapping allows it.
  ///
  /// A mapping allows it by `activity_type: {…, optional: true}`.
  mutating func refuseNamelessAwards(_ writer: StoreWriter) {
    guard mapping.feeds == .points, mapping.fields["activity_type"]?.optional != true else {
      return
    }
    let activities = table.column(Field("activity_type", .coded(dictionary: "activity_type")))
    let kinds = table.column(Field("kind", .coded(dictionary: "transaction_kind")))
    let earned = writer.dictionary("transaction_kind").code(TransactionKind.earned.rawValue)
    for row in 0..<table.rowCount
    where activities.isNull(row) && (kinds.isNull(row) || kinds.int32s[row] == earned)
      && !refused.contains(row)
    {
      refuse(
        RefusedRow(
          row: row, field: "activity_type",
          detail: "found nothing; expected what the points were earned for"))
    }
  }
}
