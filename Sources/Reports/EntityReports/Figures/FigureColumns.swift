import Columns
import Kernels
import Questions

/// Columns of some rows' figures, filled from blocks of 64 rows.
struct FigureColumns {
  private let rowCount: Int
  /// Number of rows filled in.
  private var done = 0
  private let kinds: [ReportFigure.Kind]
  /// `[column × row]`, and per column one word of validity bits for each block.
  private let values: ColumnMemory<Int64>
  private let validity: [ColumnMemory<UInt64>]
  private var form: TextFill
  private var lastRun: TextFill

  init(_ columns: ReportColumns, rowCount: Int) {
    self.rowCount = rowCount
    kinds = columns.kinds
    let words = (rowCount + FigureBlock.rowLimit - 1) / FigureBlock.rowLimit
    values = ColumnMemory(count: kinds.count * rowCount)
    validity = kinds.map { _ in ColumnMemory(count: words) }
    form = TextFill(rows: rowCount, bytes: rowCount * RunSequence.formLength)
    lastRun = TextFill(rows: rowCount, bytes: rowCount * Day.isoLength)
  }

  /// Adds a block's rows; all blocks but the last must be full.
  mutating func append(_ block: borrowing FigureBlock) {
    precondition(
      done % FigureBlock.rowLimit == 0 && done + block.rowCount <= rowCount,
      "blocks are full, and have no more rows than were announced")
    for column in kinds.indices {
      let digits = block.digits(column)
      let isThere = block.isThere(column)
      // Safety: each column has room for the announced rows, and a word for each block.
      let target = values.start + column * rowCount + done
      validity[column].start[done / FigureBlock.rowLimit] = isThere
      switch kinds[column] {
      case .count, .length, .rate: target.update(from: digits.baseAddress!, count: digits.count)
      // Four decimals in the unit of six.
      case .amount: for row in digits.indices { target[row] = digits[row] * 100 }
      case .form:
        for word in digits {
          let own = FormText(packed: word)
          form.append(lowBytes: own.characters, count: own.count)
        }
      case .day:
        for row in digits.indices {
          if isThere >> UInt64(row) & 1 == 1 {
            lastRun.append(Day(Int32(digits[row])))
          } else {
            lastRun.appendNull()
          }
        }
      }
    }
    done += block.rowCount
  }

  /// Returns the columns; all rows must have been added.
  func columns() -> [Column] {
    precondition(done == rowCount, "as many rows as were announced")
    return kinds.indices.map { index in
      switch kinds[index] {
      case .count, .length: number(index, .int64)
      case .rate, .amount: number(index, .micros)
      case .form: form.column
      case .day: lastRun.column
      }
    }
  }

  private func number(_ index: Int, _ type: ColumnType) -> Column {
    let own = values.buffer.slice(index * rowCount..<(index + 1) * rowCount)
    let bits = validity[index].bitmap(count: rowCount)
    return Column(
      type, .int64(own), kinds[index] == .count || bits.isFull ? .allValid : Validity(bits))
  }
}
