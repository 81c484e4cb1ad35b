import Columns
import Kernels
import Questions

extension EntityReport {
  /// Converts the report to tables of columns, in the order of the rows.
  ///
  /// Columns have the names and the digits of the printed report: counts are `int64`, decimals
  /// `micros`, keys, windows, days and form text; an empty cell is null.
  ///
  /// - Parameters:
  ///   - threads: Number of worker threads.
  ///   - rowLimit: Largest number of rows of a table, at least 1.
  /// - Returns: The tables; none for a report without rows.
  public func tables(threads: Int = 1, rowLimit: Int = 1 << 16) -> [Table] {
    precondition(rowLimit > 0, "a table has at least one row")
    let starts = Array(stride(from: 0, to: rows.count, by: rowLimit))
    let names = dimension.keys.indices.map { rows.codes.names(ofKey: $0).names.texts }
    return ParallelTasks.map(count: starts.count, threads: threads) { index in
      table(starts[index]..<min(starts[index] + rowLimit, rows.count), names)
    }
  }

  // MARK: - Implementation

  private func table(_ range: Range<Int>, _ names: [TextBuffer]) -> Table {
    let parts = rows.parts(range)
    let keys = names.indices.map { key in
      let own = parts.flatMap { window, rows in
        self.rows.codes(rows, in: window).map { self.rows.codes.keyCode($0, key) }
      }
      return Column(.text, .text(names[key])).gathered(own.map { Int32($0) })
    }
    var figures = FigureColumns(columns, rowCount: range.count)
    rows.visitBlocks(of: range) { block, _ in figures.append(block) }
    let windows = parts.map { (own: rows.windows[$0.window], count: $0.rows.count) }
    let days = [
      TextFill.column(windows.map { ($0.own.window.name, $0.count) }),
      TextFill.column(windows.map { ($0.own.from.iso, $0.count) }),
      TextFill.column(windows.map { ($0.own.to.iso, $0.count) }),
    ]
    return Table(Array(zip(header, keys + days + figures.columns())))
  }
}
