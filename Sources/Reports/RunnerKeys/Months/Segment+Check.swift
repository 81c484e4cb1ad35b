import ColumnStore
import Columns
import Racing

/// Checks a month's rows before they are read as they lie in their file: cheap, for
/// one pass over its races and one column of its runners.
extension Segment {
  /// Makes sure that columns are laid out as their types are.
  package func checkColumns() throws(StoreError) {
    try checkColumns { Self.types[$0] ?? NamedPrice.of(column: $0)?.field.type }
  }

  private static let types = Dictionary(
    uniqueKeysWithValues: (RacingTables.raceFields + RacingTables.runnerFields
      + [RacingTables.raceIndex, RacingTables.totePaidDerived]).map { ($0.name, $0.type) })

  /// Makes sure that races follow one another in time, all within the month.
  func checkDates(_ dates: Buffer<Int32>) throws(StoreError) {
    guard let first = dates.first, let last = dates.last, Month(of: Day(first)) == month,
      Month(of: Day(last)) == month, dates.isRising
    else { throw isOutOfOrder }
  }

  /// The error of races out of order.
  var isOutOfOrder: StoreError {
    damage(found: "races out of order", expected: "those of \(month.iso) in order of date")
  }

  /// Makes sure that runners stand in the order of their races, which are there.
  func checkRaceIndex(_ raceIndex: Buffer<Int32>, raceCount: Int) throws(StoreError) {
    guard let first = raceIndex.first, let last = raceIndex.last, first >= 0, last < raceCount,
      raceIndex.isRising
    else {
      throw damage(
        found: "runners out of order", expected: "those of \(raceCount) races in their order")
    }
  }
}

extension ReportError {
  /// Runs what a damaged store stops.
  package static func ofStore<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(ReportError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }
}

extension Snapshot {
  /// Throws the damage that readers of this state have met, if any.
  package func confirmReports() throws(ReportError) {
    try ReportError.ofStore { () throws(StoreError) in try confirm() }
  }
}
