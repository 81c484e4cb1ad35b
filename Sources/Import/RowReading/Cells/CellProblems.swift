import Columns

/// A cell that could not be read.
package struct CellProblem {
  package let row: Int
  package let field: String
  package let found: String
  let expected: String

  /// The fault, without the field.
  package var detail: String { "found \(found); expected \(expected)" }

  /// Whether it is a JSON object or list, which no source means as a value.
  var isContainer: Bool { found.hasSuffix("{…}") || found.hasSuffix("[…]") }
}

/// The cells of a field that could not be read, in the order of their rows.
package struct CellProblems: RandomAccessCollection {
  private let cells: RefusedColumns

  /// Takes the cells that a draft holds as refused rows.
  init(_ table: Table) { cells = RefusedColumns(table) }

  package var startIndex: Int { 0 }

  package var endIndex: Int { cells.count }

  /// The cell at an index.
  package subscript(index: Int) -> CellProblem {
    let cell = cells[index]
    return CellProblem(
      row: cell.row, field: cell.reason, found: cell.raw, expected: cell.detail)
  }

  /// Returns the row of a cell.
  func row(_ index: Int) -> Int { cells.line(index) }
}

extension RefusedRow {
  /// Stores an unread cell as a row, in the layout of ``CellProblems``.
  init(_ problem: CellProblem) {
    self.init(
      line: problem.row, reason: problem.field, detail: problem.expected, raw: problem.found)
  }

  /// Lists a row that is kept without some of its cells.
  init(row: Int, keptWithout cells: [CellProblem]) {
    self.init(
      row: row, .unreadCell,
      detail: cells.map { "\($0.field): \($0.detail)" }.joined(separator: "; "))
  }
}

/// A walk over a file's rows that finds each row's cells that could not be read.
struct ProblemWalk {
  private let fields: [CellProblems]
  private var next: [Int]
  private var nextRow = 0

  /// Begins at the first row.
  ///
  /// - Parameter fields: The cells of each field, the fields in their order.
  init(_ fields: [CellProblems]) {
    self.fields = fields.filter { !$0.isEmpty }
    next = self.fields.map { _ in 0 }
  }

  /// Whether all cells could be read.
  var isEmpty: Bool { fields.isEmpty }

  /// Returns a row's cells that could not be read; the rows must ascend from call to call.
  mutating func all(in row: Int) -> [CellProblem] {
    guard row >= nextRow else { return [] }
    var found: [CellProblem] = []
    nextRow = .max
    for (field, cells) in fields.enumerated() {
      while next[field] < cells.count, cells.row(next[field]) < row { next[field] += 1 }
      guard next[field] < cells.count else { continue }
      nextRow = min(nextRow, cells.row(next[field]))
      if cells.row(next[field]) == row { found.append(cells[next[field]]) }
    }
    return found
  }
}
