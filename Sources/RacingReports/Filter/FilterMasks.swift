import ColumnStore
import Columns
import Kernels
import Racing
import Synchronization

/// A run's filters, each evaluated once per month.
struct FilterMasks {
  /// Per filter, by its text: per month, a flag per runner.
  private let masks: [String: [Bitmap]]

  /// Evaluates filters over a store's months.
  ///
  /// - Parameters:
  ///   - filters: The filters; one that is given twice is evaluated once.
  ///   - columns: The columns they ask about; what has to be derived stays there for the reports.
  ///   - threads: How many threads may work.
  init(_ filters: [Filter], _ columns: inout KeyColumns, threads: Int) {
    var byText: [String: FilterMask] = [:]
    for filter in filters where byText[filter.text] == nil {
      for field in filter.fieldNames { columns.prepare(field) }
      byText[filter.text] = FilterMask(filter) { columns.names(ofField: $0) }
    }
    guard columns.areSound else {
      // Damaged codes lead nowhere; the job that asked for the columns reports them.
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

  /// A filter's flags by month; nil where there is no filter.
  subscript(filter: Filter?) -> [Bitmap]? { filter.map { masks[$0.text]! } }
}

extension KeyColumns {
  /// Computes the column of a filter's field, if it is one that has to be.
  mutating func prepare(_ field: String) {
    if field == DaysSinceLastRun.fieldName {
      _ = daysSinceLastRun()
    } else if Self.isCoded(field) {
      _ = namedColumn(field)
    } else if RacingTables.flatField(field)?.type == .text {
      checkTexts(field)
    }
  }

  /// The names behind a prepared field's codes; none for numbers and plain text.
  fileprivate func names(ofField field: String) -> [String] {
    guard Self.isCoded(field) else { return [] }
    let names = prepared(field).names
    return (0..<names.count).map { names[$0] }
  }

  /// A prepared field's values, one per runner of a month.
  func flatColumn(_ name: String, month: Int) -> Column {
    if name == DaysSinceLastRun.fieldName {
      let days = preparedDays[month]
      return Column(
        .int32, .int32(days), Validity(Bitmap(count: days.count) { days[$0] > 0 }))
    }
    if Self.isCoded(name) {
      let codes = prepared(name).months[month]
      return Column(
        .coded(dictionary: name), .int32(codes),
        Validity(Bitmap(count: codes.count) { codes[$0] >= 0 }))
    }
    let field = RacingTables.flatField(name)!
    let view = months[month]
    if name == "field_size" { return view.fieldSizes }
    // A race's key stands on its runners' rows, too.
    if let own = view.runners[name] { return own }
    guard RacingTables.raceFields.contains(field) else { return view.runners.column(field) }
    let index = view.runners[RacingTables.raceIndex.name]!.int32s
    return view.races.column(field).gathered(Array(index))
  }

  /// Whether a field's values are codes of names: stored ones, or derived here.
  private static func isCoded(_ name: String) -> Bool {
    guard let field = RacingTables.flatField(name) else { return true }
    if case .coded = field.type { return true }
    return false
  }
}
