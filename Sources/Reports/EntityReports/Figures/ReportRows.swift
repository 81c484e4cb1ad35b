import ColumnStore
import Columns
import Questions
import RunnerKeys

/// A report's rows in the order of printing, each created on demand.
///
/// The scan's passes keep their results, as sums or as cells to add up.
public struct ReportRows: RandomAccessCollection, Sendable {
  package let columns: ReportColumns
  package let windows: [WindowRows]
  package let codes: EntityCodes
  /// Per window, the index of its first row in the report.
  private let firsts: [Int]

  package init(_ columns: ReportColumns, windows: [WindowRows], codes: EntityCodes) {
    self.columns = columns
    self.windows = windows
    self.codes = codes
    var firsts: [Int] = []
    var next = 0
    for window in windows {
      firsts.append(next)
      next += window.count
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
    let (own, row) = found(index)
    return EntityReport.Row(
      keys: codes.names(own.code(row)), window: own.window, from: own.from, to: own.to,
      figures: own.figures(row))
  }

  /// Returns the entity's code.
  package func code(_ index: Int) -> Int {
    let (own, row) = found(index)
    return own.code(row)
  }

  private func found(_ index: Int) -> (window: WindowRows, row: Int) {
    precondition(index >= 0 && index < endIndex, "the report has no such row")
    var number = windows.count - 1
    while firsts[number] > index { number -= 1 }
    return (windows[number], index - firsts[number])
  }

  /// The windows in the order requested, with their days and rows; a window may have no rows.
  package var stretches: [(window: Window, from: Day, to: Day, rows: Range<Int>)] {
    zip(windows, firsts).map { ($0.window, $0.from, $0.to, $1..<$1 + $0.count) }
  }

  /// Returns a key's names in their natural order, if the key orders rows by it.
  ///
  /// - Parameter key: The key's place in the dimension.
  /// - Returns: All names that the store has for it; nil if the key's order is that of their text.
  package func order(ofKey key: Int) -> NameDictionary? { codes.order(ofKey: key) }

  /// Returns the rows of a window.
  package func range(of window: Window) -> Range<Int> {
    guard let place = windows.firstIndex(where: { $0.window == window }) else { return 0..<0 }
    return firsts[place]..<firsts[place] + windows[place].count
  }

  /// Splits a range of rows by window.
  func parts(_ range: Range<Int>) -> [(window: WindowRows, rows: Range<Int>)] {
    zip(windows, firsts).compactMap { window, first in
      let own = range.clamped(to: first..<first + window.count)
      guard !own.isEmpty else { return nil }
      return (window, own.lowerBound - first..<own.upperBound - first)
    }
  }
}
