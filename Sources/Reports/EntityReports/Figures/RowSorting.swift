import Columns
import Questions
import Racing
import RunnerKeys

/// Sorts a window's rows by the question's columns, and keeps the first rows.
struct RowSorting: Sendable {
  private let codes: EntityCodes
  private let keyCount: Int
  /// The columns, the most significant first.
  private let orders: [(column: Int, direction: RowOrder.Direction)]
  private let top: Int?
  /// The key whose values each keep their first rows.
  private let topKey: Int?

  init(_ question: ReportQuestion, _ codes: EntityCodes) {
    self.codes = codes
    keyCount = question.dimension.keys.count
    top = question.top
    topKey = question.topKey.flatMap { question.dimension.columnNames.firstIndex(of: $0) }
    // The job has checked that the columns exist.
    let header = ReportColumns(question.scope.figures).header(of: question.dimension)
    orders = (question.order.map { [$0] + $0.others } ?? []).map { order in
      (header.firstIndex(of: order.column) ?? 0, order.direction)
    }
  }

  /// Selects and sorts the rows of a window to show.
  ///
  /// - Parameters:
  ///   - rows: All rows in their default order, which breaks ties.
  ///   - window: The window.
  /// - Returns: The rows in the order requested; only the first ones if the question limits them.
  func shown(_ rows: ReportRows, _ window: Int) -> ReportRows.Choice {
    let count = rows.count(in: window)
    guard topKey != nil || !orders.isEmpty else {
      return (rows.places[window], min(top ?? .max, count))
    }
    let columns = orders.map { (cells: cells(rows, window, $0.column), direction: $0.direction) }
    let wanted = topKey == nil ? min(top ?? .max, count) : count
    let sorted = Self.first(wanted, of: count) { left, right in
      for column in columns {
        let found = compare(column.cells[left], column.cells[right], column.direction)
        if found != 0 { return found < 0 }
      }
      return left < right
    }
    let first = first(of: sorted, rows, window)
    return (first.map { rows.place($0, in: window) }, first.count)
  }

  // MARK: - Implementation

  /// Returns the first rows in an order.
  ///
  /// If only a few of many rows are wanted, it keeps those in one pass; sorting all takes far
  /// longer.
  private static func first(
    _ wanted: Int, of count: Int, by precedes: (Int, Int) -> Bool
  ) -> [Int] {
    guard wanted < count / 8 else {
      return Array((0..<count).sorted(by: precedes).prefix(wanted))
    }
    var kept: [Int] = []
    let length = max(1024, wanted)
    for start in stride(from: 0, to: count, by: length) {
      let ahead = (start..<min(start + length, count)).filter {
        kept.count < wanted || precedes($0, kept[wanted - 1])
      }
      if !ahead.isEmpty { kept = Array((kept + ahead).sorted(by: precedes).prefix(wanted)) }
    }
    return kept
  }

  /// Returns the first rows, of all or per value of a key.
  private func first(of sorted: [Int], _ rows: ReportRows, _ window: Int) -> [Int] {
    guard let top else { return sorted }
    guard let topKey else { return Array(sorted.prefix(top)) }
    var counts: [Int: Int] = [:]
    return sorted.filter { row in
      let value = codes.keyCode(rows.code(row, in: window), topKey)
      counts[value, default: 0] += 1
      return counts[value]! <= top
    }
  }

  private func cells(_ rows: ReportRows, _ window: Int, _ column: Int) -> [ReportCell] {
    let count = rows.count(in: window)
    if column < keyCount {
      return (0..<count).map { codes.sortingCell(rows.code($0, in: window), key: column) }
    }
    // The window and its days are equal in all rows.
    let figure = column - keyCount - ReportColumns.windowColumnCount
    return figure < 0
      ? Array(repeating: .empty, count: count) : rows.cells(figure, in: window)
  }

  /// Returns a negative number if the first cell comes first.
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
  /// Whether a printed cell comes before another of its column: numbers by value, text by bytes.
  fileprivate func precedes(_ other: ReportCell) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.decimal(let left, _), .decimal(let right, _)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    default: false
    }
  }
}
