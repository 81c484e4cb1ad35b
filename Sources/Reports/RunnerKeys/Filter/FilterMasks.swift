import ColumnStore
import Columns
import Kernels
import Racing
import Synchronization

/// A run's filters, each evaluated once per month.
package struct FilterMasks {
  /// Per filter text and month, a flag per runner.
  private let masks: [String: [Bitmap]]

  /// Evaluates filters over a store's months.
  ///
  /// - Parameters:
  ///   - filters: The filters; equal ones are evaluated once.
  ///   - columns: The columns to test; derived columns stay there for the reports.
  ///   - threads: Number of worker threads.
  /// - Throws: ``ReportError`` `.unknownPrice` for a named price that no month has,
  ///   `.unknownSource` if a class order names a source that the store lacks.
  package init(_ filters: [Filter], _ columns: inout KeyColumns, threads: Int) throws(ReportError) {
    try columns.checkSources()
    for filter in filters {
      try columns.snapshot.checkPrices(filter.fieldNames, place: filter.place ?? "--where")
    }
    let facts = filters.flatMap(\.fieldNames).compactMap { RunnerFact(rawValue: $0) }
    columns.prepare(facts, threads: threads)
    var byText: [String: FilterMask] = [:]
    for filter in filters where byText[filter.text] == nil {
      for field in filter.fieldNames { columns.prepare(field) }
      byText[filter.text] = FilterMask(filter) { columns.names(ofField: $0) }
    }
    guard columns.areSound else {
      // Damaged codes have no names; the job that requested the columns reports them.
      let none = columns.months.map { Bitmap(repeating: false, count: $0.runners.rowCount) }
      masks = byText.mapValues { _ in none }
      return
    }
    let texts = byText.keys.sorted()
    let evaluated = texts.map { byText[$0]! }
    let months = columns.months
    let prepared = columns
    let found = Mutex([Int: [Bitmap]]())
    Parallel.concurrentRanges(count: evaluated.isEmpty ? 0 : months.count, threads: threads) {
      for month in $0 {
        let flags = evaluated.map { mask in
          mask.mask(rowCount: months[month].runners.rowCount) {
            prepared.flatColumn($0, month: month)
          }
        }
        found.withLock { $0[month] = flags }
      }
    }
    let byMonth = found.withLock { $0 }
    var masks: [String: [Bitmap]] = [:]
    for (index, text) in texts.enumerated() {
      masks[text] = months.indices.map { byMonth[$0]![index] }
    }
    self.masks = masks
  }

  /// A filter's flags by month; nil without a filter.
  package subscript(filter: Filter?) -> [Bitmap]? { filter.map { masks[$0.text]! } }
}

extension Snapshot {
  /// Checks that some month has each named price among some fields.
  ///
  /// - Parameters:
  ///   - fields: Names of fields; others than named prices are ignored.
  ///   - place: The option or other place that names them.
  /// - Throws: ``ReportError`` `.unknownPrice` for the first price that no month has.
  package func checkPrices(_ fields: [String], place: String) throws(ReportError) {
    for name in fields where name.hasPrefix(NamedPrice.prefix) {
      let known = namedPrices.filter { $0.hasPrefix(NamedPrice.prefix) }
      guard known.contains(name) else {
        throw .unknownPrice(place: place, found: name, among: known)
      }
    }
  }

  /// The columns of named prices in any month: the exchange's, then others by name.
  package var namedPrices: [String] {
    NamedPrice.columns(of: segments(of: RacingTables.runners).map(\.rows))
  }
}
