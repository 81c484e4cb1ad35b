import Columns
import TabularFiles

/// A batch of a file's rows: a table with columns of texts from lists, or the cells of a CSV text
/// in place.
struct RowBatch {
  /// The number of rows.
  let rowCount: Int
  private let table: Table
  private let lists: [String: ListedTexts]
  private let block: CellBlock?
  private let localTimes: Set<String>

  /// Takes a table's rows, and columns of texts from lists that the table lacks.
  init(_ table: Table, lists: [String: ListedTexts] = [:], localTimes: Set<String> = []) {
    self.table = table
    self.lists = lists
    self.localTimes = localTimes
    block = nil
    rowCount = table.rowCount
  }

  /// Takes a text's cells.
  init(_ block: CellBlock) {
    self.block = block
    localTimes = []
    table = Table([])
    lists = [:]
    rowCount = block.rowCount
  }

  /// Returns a table's column by name.
  ///
  /// Nil for cells of a CSV text, for texts from a list, and for a text column without any text.
  func column(_ name: String) -> Column? {
    guard block == nil, lists[name] == nil else { return nil }
    let column = table[name]!
    if case .text(let text) = column.values, text.bytes.count == 0 { return nil }
    return column
  }

  /// Whether a column's points in time have no zone.
  func isLocalTime(_ name: String) -> Bool { localTimes.contains(name) }

  /// Returns the cells of a column whose texts come from a list; nil for any other column.
  func listedCells(_ name: String) -> ListedCells? { lists[name].flatMap { ListedCells($0) } }

  /// Returns the cells of a column of text; they must not outlive the batch.
  func cells(_ name: String) -> TextCells? {
    guard let block else {
      guard lists[name] == nil else { return nil }
      return column(name).flatMap { TextCells($0) }
    }
    return TextCells(block, column: block.columns.firstIndex(of: name)!)
  }
}
