import Columns

/// A sheet as CSV, row by row.
///
/// All rows from the first with two texts on have as many cells as the widest one. A row before it
/// is a note, and keeps its single cell. A row's number is its line, but for empty rows at the
/// sheet's beginning, and for texts of several lines.
struct SheetText {
  /// The widest row's number of cells.
  private(set) var width = 0
  /// The bytes that were written.
  private(set) var byteCount = 0
  private var lastRow = 0
  private var hasTable = false

  /// Measures a row.
  mutating func measure(_ cells: [SheetCell]) {
    width = max(width, (cells.last?.column ?? -1) + 1)
  }

  /// Writes a row after a measured sheet.
  ///
  /// - Parameters:
  ///   - number: The row's number in the sheet, from 1.
  ///   - cells: Its cells that have texts.
  /// - Returns: Its line, with the blank lines of the empty rows before it.
  mutating func line(_ number: Int, _ cells: [SheetCell]) -> [UInt8] {
    var line: [UInt8] = []
    if lastRow > 0 { line += repeatElement(UInt8(ascii: "\n"), count: number - lastRow - 1) }
    lastRow = number
    hasTable = hasTable || cells.count > 1
    var column = 0
    for cell in cells {
      line += repeatElement(UInt8(ascii: ","), count: cell.column - column)
      column = cell.column
      CSVCell.append(cell.text, to: &line)
    }
    if hasTable { line += repeatElement(UInt8(ascii: ","), count: width - 1 - column) }
    line.append(UInt8(ascii: "\n"))
    byteCount += line.count
    return line
  }
}
