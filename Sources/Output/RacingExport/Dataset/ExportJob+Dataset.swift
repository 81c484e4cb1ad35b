import ColumnStore
import Columns
import Racing
import TabularFiles

extension ExportJob {
  /// Returns a table for a dataset: the rows of ``months(of:)``, with columns that do not depend on
  /// the months.
  ///
  /// Only a price that a mapping names, or a column of an unknown table, may be added later; then
  /// every month is written again.
  ///
  /// - Parameter table: The table's name.
  /// - Returns: The table; each month is checked when its rows are made.
  public func datasetTable(_ table: String) -> DatasetTable {
    let fields = datasetFields(of: table)
    let plain = fields.map { Field($0.name, Self.plainType($0.type)) }
    let isOfRunners = [RacingTables.runners, RacingTables.prices].contains(table)
    return DatasetTable(
      table, fields: plain,
      parts: segments(of: table).map { segment in
        let races =
          isOfRunners ? snapshot.segment(of: RacingTables.races, month: segment.month) : nil
        return .init(
          segment.month, sources: [segment.checksum] + (races.map { [$0.checksum] } ?? []),
          readCount: segment.rows.rowCount
        ) { () throws(FileError) in
          try check([segment], of: table)
          return month(segment, of: table, fields)
        }
      })
  }

  // MARK: - Implementation

  /// Returns the columns of every file; for runners, all columns that any source may fill.
  private func datasetFields(of table: String) -> [Field] {
    guard table == RacingTables.runners else { return fields(of: table) }
    let stored = Set(
      snapshot.segments(of: table).flatMap { segment in segment.rows.fields.map(\.name) })
    let prices = NamedPrice.among(stored.sorted()).map(\.field)
    return knownFields(of: table) + RacingTables.furtherRunnerFields
      + prices.filter { !RacingTables.furtherRunnerFields.contains($0) } + [DerivedTimes.field]
  }
}
