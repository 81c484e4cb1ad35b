import Columns

/// Orders a window's rows by the column that a question asks for, and keeps the first of them.
struct RowSorting: Sendable {
  private let codes: EntityCodes
  private let keyCount: Int
  private let order: RowOrder?
  private let column: Int
  private let top: Int?

  init(_ question: ReportQuestion, _ codes: EntityCodes) {
    self.codes = codes
    keyCount = question.dimension.keys.count
    order = question.order
    top = question.top
    // The job has checked that there is such a column.
    let header = ReportColumns(question.scope.figures).header(of: question.dimension)
    column = question.order.flatMap { header.firstIndex(of: $0.column) } ?? 0
  }

  /// The rows to show.
  ///
  /// - Parameter rows: All rows in their default order, which rows with equal cells keep.
  /// - Returns: The rows in the order asked for, the first ones alone where the question says so.
  func shown(_ rows: WindowRows) -> WindowRows {
    let count = min(top ?? .max, rows.count)
    guard let order else { return rows.showing(rows.places, count: count) }
    let cells = cells(rows)
    let sorted = cells.indices.sorted { left, right in
      let found = compare(cells[left], cells[right], order.direction)
      return found == 0 ? left < right : found < 0
    }
    return rows.showing(sorted[..<count].map(rows.place), count: count)
  }

  // MARK: - Implementation

  private func cells(_ rows: WindowRows) -> [ReportCell] {
    if column < keyCount {
      return (0..<rows.count).map { codes.sortingCell(rows.code($0), key: column) }
    }
    // The window and its days are the same in all rows.
    let figure = column - keyCount - ReportColumns.windowColumnCount
    return figure < 0
      ? Array(repeating: .empty, count: rows.count) : rows.cells(figure)
  }

  /// Negative where the first cell comes first.
  private func compare(
    _ left: ReportCell, _ right: ReportCell, _ direction: RowOrder.Direction
  ) -> Int {
    if left == .empty || right == .empty {
      return (left == .empty ? 1 : 0) - (right == .empty ? 1 : 0)
    }
    let ascending = left.precedes(right) ? -1 : right.precedes(left) ? 1 : 0
    return direction == .ascending ? ascending : -ascending
  }
}

extension ReportCell {
  /// Orders two cells of one column by what is printed: numbers by value, text by its bytes.
  fileprivate func precedes(_ other: ReportCell) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.decimal(let left, _), .decimal(let right, _)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    default: false
    }
  }
}
