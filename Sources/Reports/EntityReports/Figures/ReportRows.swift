import ColumnStore
import Columns
import Questions
import RunnerKeys

/// A report's rows in the order of printing, each created on demand.
///
/// The scan's passes keep their results, as sums or as cells to add up.
public struct ReportRows: RandomAccessCollection, Sendable {
  package let columns: ReportColumns
  /// The windows, and the rows of each.
  package let windows: [WindowFacts]
  let figures: [FigureRows]
  package let codes: EntityCodes
  /// Per window, the index of its first row in the report.
  private let firsts: [Int]

  init(
    _ columns: ReportColumns, windows: [WindowFacts], _ figures: [FigureRows], codes: EntityCodes
  ) {
    self.columns = columns
    self.windows = windows
    self.figures = figures
    self.codes = codes
    var firsts: [Int] = []
    var next = 0
    for rows in figures {
      firsts.append(next)
      next += rows.count
    }
    self.firsts = firsts
    endIndex = next
  }

  /// The index of the first row.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public let endIndex: Int

  /// The row at an index.
  public subscript(index: Int) -> EntityReport.Row {
    let (number, row) = found(index)
    let (window, rows) = (windows[number], figures[number])
    let (code, sums) = (rows.code(row), rows.sums(row))
    return EntityReport.Row(
      keys: codes.names(code), window: window.window, from: window.from, to: window.to,
      figures: EntityFigures(sums.0, sums.extra, window, code: Int32(code), columns))
  }

  /// Returns the entity's code.
  package func code(_ index: Int) -> Int {
    let (number, row) = found(index)
    return figures[number].code(row)
  }

  private func found(_ index: Int) -> (window: Int, row: Int) {
    precondition(index >= 0 && index < endIndex, "the report has no such row")
    var number = windows.count - 1
    while firsts[number] > index { number -= 1 }
    return (number, index - firsts[number])
  }

  /// The windows in the order requested, with their days and rows; a window may have no rows.
  package var stretches: [(window: Window, from: Day, to: Day, rows: Range<Int>)] {
    windows.indices.map { number in
      let window = windows[number]
      let first = firsts[number]
      return (window.window, window.from, window.to, first..<first + figures[number].count)
    }
  }

  /// Returns a key's names in their natural order, if the key orders rows by it.
  ///
  /// - Parameter key: The key's place in the dimension.
  /// - Returns: All names that the store has for it; nil if the key's order is that of their text.
  package func order(ofKey key: Int) -> NameDictionary? { codes.order(ofKey: key) }

  /// Returns the rows of a window.
  package func range(of window: Window) -> Range<Int> {
    guard let place = windows.firstIndex(where: { $0.window == window }) else { return 0..<0 }
    return firsts[place]..<firsts[place] + figures[place].count
  }

  /// Splits a range of rows by window.
  func parts(_ range: Range<Int>) -> [(window: Int, rows: Range<Int>)] {
    windows.indices.compactMap { number in
      let first = firsts[number]
      let own = range.clamped(to: first..<first + figures[number].count)
      guard !own.isEmpty else { return nil }
      return (number, own.lowerBound - first..<own.upperBound - first)
    }
  }
}
