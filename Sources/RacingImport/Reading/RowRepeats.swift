import TabularFiles

/// Tells which rows have the cells of the row before them, as a race's runners have its facts.
///
/// What a field makes of such a row is what it made of the one before.
struct RowRepeats {
  private let cells: [TextCells]
  private let isReliable: Bool

  /// Looks at the cells that a field is read from.
  ///
  /// - Parameters:
  ///   - cells: The cells; they must outlive this value.
  ///   - isReliable: Whether these are all; where a column is no text, no row repeats.
  init(_ cells: [TextCells], isReliable: Bool) {
    self.cells = cells
    self.isReliable = isReliable
  }

  /// Whether a row's cells are those of the row before.
  func isRepeated(_ row: Int) -> Bool {
    guard isReliable, row > 0 else { return false }
    return cells.allSatisfy { $0.isRepeated(row) }
  }
}
