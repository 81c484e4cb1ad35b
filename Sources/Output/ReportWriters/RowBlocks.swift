import Columns
import EntityReports

/// Makes a report's text in blocks of rows, several at a time, and passes them on in order.
enum RowBlocks {
  /// The number of rows in a block; its text is about a megabyte.
  private static let rowCount = 4096

  /// Writes rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - threads: The number of blocks made at a time.
  ///   - emit: Takes each block's UTF-8 bytes.
  ///   - progress: Receives the number of rows passed on so far.
  ///   - append: Appends the text of some rows, given by their indices.
  /// - Throws: The error of `emit`.
  static func write<Failure: Error>(
    _ rows: ReportRows, threads: Int, to emit: ([UInt8]) throws(Failure) -> Void,
    progress: (Int) -> Void,
    _ append: @Sendable (Range<Int>, inout [UInt8]) -> Void
  ) throws(Failure) {
    let starts = Array(stride(from: 0, to: rows.count, by: rowCount))
    for first in stride(from: 0, to: starts.count, by: threads) {
      let some = starts[first..<min(first + threads, starts.count)]
      let texts = ParallelTasks.map(count: some.count, threads: threads) { task in
        let start = some[first + task]
        var bytes: [UInt8] = []
        append(start..<min(start + rowCount, rows.count), &bytes)
        return bytes
      }
      for text in texts { try emit(text) }
      progress(min((first + some.count) * rowCount, rows.count))
    }
  }
}
