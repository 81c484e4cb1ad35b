import ColumnStore
import Columns
import Foundation
import Seasons

/// Puts one file's rows of a running club into the store.
struct ClubImport {
  let writer: StoreWriter
  let feeds: TableMapping.Target
  /// The club's time zone; nil for UTC.
  let zone: String?
  /// When the import takes place: when rows were reported that don't say it.
  let now: Int64

  /// Stores rows.
  ///
  /// - Parameter table: The file's rows but the refused ones.
  /// - Returns: What became of them.
  /// - Throws: ``StoreError`` when a segment cannot be read or written.
  func merge(_ table: Table) throws(StoreError) -> StoredCounts {
    switch feeds {
    case .points:
      let zone = zone.flatMap { TimeZone(identifier: $0) } ?? .gmt
      return try PointsImport(writer: writer).merge(
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
      let reports = Reports(
        writer: writer, table: SeasonTables.rewards, fields: SeasonTables.rewardFields,
        keys: ["season", "year"], parts: ["reward_id"])
      return try ListImport(reports: reports).merge(dated(table))
    default:
      preconditionFailure("no rows of a club")
    }
  }

  // MARK: - Implementation

  private func states(
    _ name: String, _ fields: [Field], _ keys: [String], _ rows: Table
  ) throws(StoreError) -> StoredCounts {
    let reports = Reports(writer: writer, table: name, fields: fields, keys: keys)
    return try StateImport(reports: reports).merge(dated(rows))
  }

  /// The rows with the time they were reported at.
  private func dated(_ rows: Table) -> Table {
    let told = rows.column(Field("reported_at", .instant))
    let times = (0..<rows.rowCount).map { told.isNull($0) ? now : told.int64s[$0] }
    return rows.replacing("reported_at", Column(.instant, .int64(Buffer(times))))
  }
}
