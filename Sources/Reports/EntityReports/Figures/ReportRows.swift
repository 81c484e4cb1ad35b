import ColumnStore
import Columns
import Questions
import RunnerKeys

/// A report's rows in the order of printing, each created on demand.
///
/// The scan's passes keep their results, as sums or as cells to add up.
public struct ReportRows: RandomAccessCollection, Sendable {
  package let columns: ReportColumns
  package let windows: [WindowFacts]
  package let codes: EntityCodes
  /// Per window, the rows of each pass over some of the entities.
  let passes: [[Pass]]
  /// Per window, the place of each row; nil if the rows are those of the first pass, in order.
  let places: [[FigurePlace]?]
  /// Per window, the index of its first row in the report; then the number of all rows.
  private let firsts: [Int]

  /// A pass's rows of a window: per row its entity, and the source of the sums.
  package typealias Pass = (codes: [Int32], source: Source)

  /// Some of a window's rows in another order; without places, its first rows.
  typealias Choice = (places: [FigurePlace]?, count: Int)

  /// The source of a pass's rows.
  package enum Source: Sendable {
    /// Rows stored one after another, optional sums alike.
    case memory(ColumnMemory<FigureSums>, extras: ColumnMemory<OptionalSums>?)
    /// Cells of the newest bands, added up on demand.
    case cells(WindowFigures, bands: Int)
  }

  /// Creates the rows of some windows from their passes; each choice has places in these.
  init(
    _ columns: ReportColumns, windows: [WindowFacts], _ passes: [[Pass]], _ choices: [Choice],
    codes: EntityCodes
  ) {
    self.columns = columns
    self.windows = windows
    self.passes = passes
    self.codes = codes
    places = choices.map(\.places)
    firsts = choices.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// The index of the first row.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { firsts[windows.count] }

  /// The row at an index.
  public subscript(index: Int) -> EntityReport.Row {
    let (number, row) = found(index)
    let (window, code, sums) = (windows[number], code(row, in: number), sums(row, in: number))
    return EntityReport.Row(
      keys: codes.names(code), window: window.window, from: window.from, to: window.to,
      figures: EntityFigures(sums.0, sums.extra, window, code: Int32(code), columns))
  }

  /// Returns the entity's code.
  package func code(_ index: Int) -> Int {
    let (number, row) = found(index)
    return code(row, in: number)
  }

  private func found(_ index: Int) -> (window: Int, row: Int) {
    precondition(index >= 0 && index < endIndex, "the report has no such row")
    var number = windows.count - 1
    while firsts[number] > index { number -= 1 }
    return (number, index - firsts[number])
  }

  /// Returns the number of a window's rows.
  func count(in window: Int) -> Int { firsts[window + 1] - firsts[window] }

  /// The windows in the order requested, with their days and rows; a window may have no rows.
  package var stretches: [(window: Window, from: Day, to: Day, rows: Range<Int>)] {
    windows.indices.map { number in
      let window = windows[number]
      return (window.window, window.from, window.to, firsts[number]..<firsts[number + 1])
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
    return firsts[place]..<firsts[place + 1]
  }

  /// Splits a range of rows by window.
  func parts(_ range: Range<Int>) -> [(window: Int, rows: Range<Int>)] {
    windows.indices.compactMap { number in
      let first = firsts[number]
      let own = range.clamped(to: first..<firsts[number + 1])
      guard !own.isEmpty else { return nil }
      return (number, own.lowerBound - first..<own.upperBound - first)
    }
  }
}

extension ReportRows {
  /// Returns the rows with other facts of their windows.
  func facing(_ windows: [WindowFacts]) -> ReportRows {
    ReportRows(columns, windows: windows, passes, choices, codes: codes)
  }

  /// Returns the chosen rows of each window.
  func showing(_ choices: [Choice]) -> ReportRows {
    ReportRows(columns, windows: windows, passes, choices, codes: codes)
  }

  /// Returns the rows of one window.
  func only(_ window: Int) -> ReportRows {
    ReportRows(
      columns, windows: [windows[window]], [passes[window]], [choices[window]], codes: codes)
  }

  /// Returns a window's rows with at least so many runs.
  func choice(of window: Int, leastRuns: Int) -> Choice {
    guard leastRuns > 1 else { return choices[window] }
    let left = (0..<count(in: window)).filter { sums($0, in: window).0.runs >= leastRuns }
    return (left.map { place($0, in: window) }, left.count)
  }

  /// Returns the rows with one more at the end of each window.
  ///
  /// - Parameters:
  ///   - totals: Per window, a pass whose first row it is; a window without one has no more rows.
  ///   - code: The row's entity.
  ///   - codes: The entities, with that one.
  /// - Returns: The rows.
  func ending(with totals: [Pass], as code: Int, of codes: EntityCodes) -> ReportRows {
    var (passes, choices) = (passes, choices)
    for (window, total) in totals.enumerated() where !total.codes.isEmpty {
      let last = FigurePlace(pass: Int32(passes[window].count), row: 0)
      let count = choices[window].count
      choices[window] = ((0..<count).map { place($0, in: window) } + [last], count + 1)
      passes[window].append(([Int32(code)], total.source.first(of: total.codes)))
    }
    return ReportRows(columns, windows: windows, passes, choices, codes: codes)
  }

  private var choices: [Choice] {
    windows.indices.map { (places[$0], count(in: $0)) }
  }
}
