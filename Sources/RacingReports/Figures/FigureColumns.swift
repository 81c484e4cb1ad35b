import Columns
import Kernels

/// The columns of some rows' figures, filled row by row.
///
/// A row's figures go to some forty columns. They wait in a block of 64 rows that stays in the
/// first-level cache, and each column gets its part of the block at once.
struct FigureColumns {
  /// The number of numeric columns among the figures.
  private static let count = ReportColumns.figureNames.count { ReportColumns.isNumber($0) }
  private static let blockRows = 64
  /// Columns of a block start at different places of a page, or they would share cache sets.
  private static let blockStride = blockRows + 1

  private let rowCount: Int
  /// `[column × row]`, and per column a word of validity for each block.
  private let values: ColumnMemory<Int64>
  private let validity: [ColumnMemory<UInt64>]
  private var block: Block

  init(rowCount: Int) {
    self.rowCount = rowCount
    let words = (rowCount + Self.blockRows - 1) / Self.blockRows
    values = ColumnMemory(count: Self.count * rowCount)
    validity = (0..<Self.count).map { _ in ColumnMemory(count: words) }
    block = Block(rowCount: rowCount)
  }

  mutating func append(_ figures: borrowing EntityFigures) {
    block.column = 0
    figures.visit(&block)
    block.row += 1
    if block.row == Self.blockRows { flush() }
  }

  /// The columns, once all rows are there.
  mutating func columns() -> [Column] {
    if block.row > 0 { flush() }
    precondition(block.first == rowCount, "as many rows as were announced")
    var next = 0
    return ReportColumns.figureNames.map { name in
      switch name {
      case "recent_form": return block.form.column
      case "last_run": return block.lastRun.column
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

  /// Gives every column its part of the block.
  private mutating func flush() {
    for column in 0..<Self.count {
      // Safety: the block's rows are the next of `rowCount`, and its word the next of each column's.
      (values.start + column * rowCount + block.first)
        .update(from: block.values.start + column * Self.blockStride, count: block.row)
      validity[column].start[block.first / Self.blockRows] = block.present.start[column]
      block.present.start[column] = 0
    }
    block.first += block.row
    block.row = 0
  }

  /// Up to 64 rows' figures.
  private struct Block: FigureVisitor {
    /// The block's first row, the rows in it, and the column that comes next.
    var first = 0
    var row = 0
    var column = 0
    let values = ColumnMemory<Int64>(count: FigureColumns.count * FigureColumns.blockStride)
    let present = ColumnMemory<UInt64>(count: FigureColumns.count)
    private(set) var form: TextFill
    private(set) var lastRun: TextFill

    init(rowCount: Int) {
      form = TextFill(rows: rowCount, bytes: rowCount * RunSequence.formLength)
      lastRun = TextFill(rows: rowCount, bytes: rowCount * Day.isoLength)
      present.start.initialize(repeating: 0, count: FigureColumns.count)
    }

    @inline(__always)
    mutating func count(_ value: Int64) { store(value, 1) }

    @inline(__always)
    mutating func decimal(_ scaled: Int64, places: Int) {
      store(places == 4 ? scaled &* 100 : scaled, 1)
    }

    @inline(__always)
    mutating func undefined() { store(0, 0) }

    @inline(__always)
    mutating func form(_ sequence: RunSequence) {
      form.append(lowBytes: sequence.formCharacters, count: sequence.formCount)
    }

    @inline(__always)
    mutating func day(_ day: Int32?) {
      if let day { lastRun.append(Day(day)) } else { lastRun.appendNull() }
    }

    @inline(__always)
    private mutating func store(_ value: Int64, _ isThere: UInt64) {
      // Safety: a row's figures are as many as the block has columns.
      values.start[column &* FigureColumns.blockStride &+ row] = value
      present.start[column] |= isThere &<< UInt64(truncatingIfNeeded: row)
      column &+= 1
    }
  }
}
