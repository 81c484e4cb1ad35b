import Columns
import Foundation

/// Tells which rows have the cells of the row before them, as a race's runners have its facts.
///
/// What a field makes of such a row is what it made of the one before.
struct RowRepeats {
  private struct Cells {
    let offsets: UnsafePointer<Int32>
    let bytes: UnsafePointer<UInt8>?
  }

  private let columns: [Column]
  private let cells: [Cells]
  private let isReliable: Bool

  /// Looks at the columns that a field is read from; where one of them is no text, no row repeats.
  init(_ columns: [Column]) {
    self.columns = columns
    cells = columns.compactMap { column in
      guard case .text(let text) = column.values, let offsets = text.offsets.pointer.baseAddress
      else { return nil }
      return Cells(offsets: offsets, bytes: text.bytes.pointer.baseAddress)
    }
    isReliable = cells.count == columns.count
  }

  /// Whether a row's cells are those of the row before.
  ///
  /// A null's text is empty, as that of an empty cell is, and both are no text to a field.
  func isRepeated(_ row: Int) -> Bool {
    guard isReliable, row > 0 else { return false }
    for cell in cells {
      // Safety: `columns` keeps the memory alive, and a text has one more offset than rows.
      let (start, middle) = (Int(cell.offsets[row - 1]), Int(cell.offsets[row]))
      let count = Int(cell.offsets[row + 1]) - middle
      guard count == middle - start else { return false }
      if count > 0, memcmp(cell.bytes! + start, cell.bytes! + middle, count) != 0 { return false }
    }
    return true
  }
}
