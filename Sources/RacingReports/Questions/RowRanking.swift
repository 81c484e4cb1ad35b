/// Puts one window's rows in their printed order.
struct RowRanking {
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
    let header = ReportColumns.header(of: question.dimension)
    column = question.order.flatMap { header.firstIndex(of: $0.column) } ?? 0
  }

  /// The indices of the rows to show.
  func indices(_ rows: [RankedRow]) -> [Int] {
    // Sorting indices leaves the figures where they are.
    var indices = rows.indices.sorted { precedes(rows[$0], rows[$1]) }
    if let order { indices = ordered(indices, rows, order.direction) }
    return top.map { Array(indices.prefix($0)) } ?? indices
  }

  // MARK: - Implementation

  /// The order of a report that asks for none: runs descending, then the keys' bytes.
  private func precedes(_ left: RankedRow, _ right: RankedRow) -> Bool {
    left.figures.runs != right.figures.runs
      ? left.figures.runs > right.figures.runs : codes.precedes(left.code, right.code)
  }

  /// Equal cells keep the default order, so the rows' ranks in it decide last.
  private func ordered(
    _ indices: [Int], _ rows: [RankedRow], _ direction: RowOrder.Direction
  ) -> [Int] {
    let cells = indices.map { cell(rows[$0]) }
    let ranks = indices.indices.sorted { left, right in
      let order = compare(cells[left], cells[right], direction)
      return order == 0 ? left < right : order < 0
    }
    return ranks.map { indices[$0] }
  }

  private func cell(_ row: RankedRow) -> ReportCell {
    if column < keyCount { return codes.sortingCell(row.code, key: column) }
    // The window and its days are the same in all rows.
    let figure = column - keyCount - ReportColumns.windowColumnCount
    return figure < 0 ? .empty : row.figures.cells[figure]
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
