import ColumnStore
import Columns
import Racing

/// Checks a month's rows before they are read in place from their file. Cheap: one pass over its
/// races and over one column of its runners.
extension Segment {
  /// Checks that each column has the layout of its type.
  package func checkColumns() throws(StoreError) {
    try checkColumns { Self.types[$0] ?? NamedPrice.of(column: $0)?.field.type }
  }

  private static let types = Dictionary(
    uniqueKeysWithValues: (RacingTables.raceFields + RacingTables.runnerFields
      + [RacingTables.raceIndex, RacingTables.totePaidDerived]).map { ($0.name, $0.type) })

  /// Checks that races are in order of time and all within the month.
  func checkDates(_ dates: Buffer<Int32>) throws(StoreError) {
    guard let first = dates.first, let last = dates.last, Month(of: Day(first)) == month,
      Month(of: Day(last)) == month, dates.isRising
    else { throw isOutOfOrder }
  }

  /// The error of races out of order.
  var isOutOfOrder: StoreError {
    damage(found: "races out of order", expected: "those of \(month.iso) in order of date")
  }

  /// Checks that runners are in the order of their races, and that each race exists.
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
  /// Runs an operation on the store and converts its error.
  package static func ofStore<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(ReportError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }
}

extension Snapshot {
  /// Throws the damage that readers of this state have found, if any.
  package func confirmReports() throws(ReportError) {
    try ReportError.ofStore { () throws(StoreError) in try confirm() }
  }
}
