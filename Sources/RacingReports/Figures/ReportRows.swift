import Columns

/// A report's rows in the order they are printed, each made when it is asked for.
///
/// The sums stay where the scan left them; a row is an index into them.
public struct ReportRows: RandomAccessCollection, Sendable {
  /// One window's rows.
  struct WindowRows: Sendable {
    let window: Window
    let from: Day
    let to: Day
    let population: (runs: Int64, wins: Int64)
    /// In the order they are printed.
    let places: [FigurePlace]
    /// The index of the first of them in the report.
    let first: Int
  }

  private let windows: [WindowRows]
  private let segments: [FigureSegment]
  private let codes: EntityCodes

  init(windows: [WindowRows], segments: [FigureSegment], codes: EntityCodes) {
    self.windows = windows
    self.segments = segments
    self.codes = codes
  }

  /// The index of the first row.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { windows.last.map { $0.first + $0.places.count } ?? 0 }

  /// The row at an index.
  public subscript(index: Int) -> EntityReport.Row {
    precondition(indices.contains(index), "the report has no such row")
    let number = windows.lastIndex { $0.first <= index }!
    let own = windows[number]
    let place = own.places[index - own.first]
    let rows = segments[Int(place.segment)].windows[number]
    return EntityReport.Row(
      keys: codes.names(Int(rows.codes[Int(place.row)])), window: own.window, from: own.from,
      to: own.to, figures: rows.figures(Int(place.row), population: own.population))
  }
}
