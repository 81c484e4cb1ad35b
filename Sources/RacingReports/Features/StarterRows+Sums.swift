import Columns
import Kernels
import Racing

extension StarterRows {
  /// What the rows add to a kind of sums.
  ///
  /// - Parameters:
  ///   - sums: Which sums.
  ///   - masks: Per month, the runners that count; nil where all do.
  ///   - rules: The place terms.
  ///   - threads: How many may work.
  /// - Returns: The rows, ready for windows; nil where some hold what no import writes.
  func dated(
    _ sums: FeatureSums, masks: [Bitmap]?, rules: ReportRules, threads: Int
  ) -> DatedRows? {
    // A runner that has no row is hidden, so that the months' codes serve as they are.
    let marks = ColumnMemory<UInt8>(count: runnerStarts.last!)
    let parts = ParallelTasks.map(count: months.count, threads: threads) { month in
      var part = StarterMarks(
        months[month], hasRow: hasRow, mask: masks?[month],
        to: marks.start, from: runnerStarts[month])
      switch sums {
      case .record: part.addRecords(races[month], rules)
      case .chances: part.addChances(races[month])
      case .rivals: part.addRivals(races[month])
      }
      return (first: part.first, second: part.second, isSound: part.isSound)
    }
    guard parts.allSatisfy(\.isSound) else { return nil }
    return DatedRows(
      days: days, dayStarts: dayRunners, marks: marks.buffer, first: parts.map(\.first),
      second: parts.map(\.second))
  }
}
