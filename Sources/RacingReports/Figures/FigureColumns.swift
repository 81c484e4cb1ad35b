import Columns
import Kernels

/// The columns of some rows' figures, filled some rows at a time.
struct FigureColumns {
  /// The number of numeric columns among the figures.
  private static let count = ReportColumns.figureNames.count { ReportColumns.isNumber($0) }

  private let rowCount: Int
  /// Rows that stand in the columns.
  private var done = 0
  /// `[column × row]`, and per column a word of validity for each block.
  private let values: ColumnMemory<Int64>
  private let validity: [ColumnMemory<UInt64>]
  private var block = FigureBlock()
  private var form: TextFill
  private var lastRun: TextFill

  init(rowCount: Int) {
    self.rowCount = rowCount
    let words = (rowCount + FigureBlock.rowLimit - 1) / FigureBlock.rowLimit
    values = ColumnMemory(count: Self.count * rowCount)
    validity = (0..<Self.count).map { _ in ColumnMemory(count: words) }
    form = TextFill(rows: rowCount, bytes: rowCount * RunSequence.formLength)
    lastRun = TextFill(rows: rowCount, bytes: rowCount * Day.isoLength)
  }

  /// Adds a row of a window with such a population.
  mutating func append(_ sums: borrowing FigureSums, _ population: (runs: Int64, wins: Int64)) {
    block.append(sums, population)
    form.append(lowBytes: sums.sequence.formCharacters, count: sums.sequence.formCount)
    if let day = sums.sequence.lastDay { lastRun.append(Day(day)) } else { lastRun.appendNull() }
    if block.rowCount == FigureBlock.rowLimit { flush() }
  }

  /// The columns, once all rows are there.
  mutating func columns() -> [Column] {
    if block.rowCount > 0 { flush() }
    precondition(done == rowCount, "as many rows as were announced")
    var next = 0
    return ReportColumns.figureNames.map { name in
      switch name {
      case "recent_form": return form.column
      case "last_run": return lastRun.column
      default:
        defer { next += 1 }
        return column(next, ReportColumns.isCount(name) ? .int64 : .micros)
      }
    }
  }

  // MARK: - Implementation

  private func column(_ index: Int, _ type: ColumnType) -> Column {
    let own = values.buffer.slice(index * rowCount..<(index + 1) * rowCount)
    let bits = validity[index].bitmap(count: rowCount)
    return Column(
      type, .int64(own), type == .int64 || bits.isFull ? .allValid : Validity(bits))
  }

  private mutating func flush() {
    precondition(done + block.rowCount <= rowCount, "as many rows as were announced")
    var cursor = FigureCursor(
      start: values.start + done, stride: rowCount, validity: validity,
      word: done / FigureBlock.rowLimit)
    done += block.rowCount
    block.move(to: &cursor)
  }
}
