import Columns
import TabularFiles

/// A batch of a file's rows: a table, or the cells of a CSV text where they stand.
struct RowBatch {
  /// The number of rows.
  let rowCount: Int
  private let table: Table
  private let block: CellBlock?

  /// Takes a table's rows.
  init(_ table: Table) {
    self.table = table
    block = nil
    rowCount = table.rowCount
  }

  /// Takes a text's cells.
  init(_ block: CellBlock) {
    self.block = block
    table = Table([])
    rowCount = block.rowCount
  }

  /// The column of a name, where the rows stand in a table.
  func column(_ name: String) -> Column? { block == nil ? table[name]! : nil }

  /// The cells of a column of text; they must not outlive the batch.
  func cells(_ name: String) -> TextCells? {
    guard let block else { return TextCells(table[name]!) }
    return TextCells(block, column: block.columns.firstIndex(of: name)!)
  }
}
