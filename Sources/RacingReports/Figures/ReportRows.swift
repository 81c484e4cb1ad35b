import Columns

/// A report's rows in the order they are printed, each made when it is asked for.
///
/// The sums stay where the scan left them; a row is an index into them.
public struct ReportRows: RandomAccessCollection, Sendable {
  /// One window's rows.
  final class WindowRows: Sendable {
    let window: Window
    let from: Day
    let to: Day
    let population: (runs: Int64, wins: Int64)
    /// In the order they are printed.
    let places: [FigurePlace]
    /// The index of the first of them in the report.
    let first: Int

    init(
      window: Window, from: Day, to: Day, population: (runs: Int64, wins: Int64),
      places: [FigurePlace], first: Int
    ) {
      (self.window, self.from, self.to) = (window, from, to)
      (self.population, self.places, self.first) = (population, places, first)
    }
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
    precondition(index >= 0 && index < endIndex, "the report has no such row")
    var number = windows.count - 1
    while windows[number].first > index { number -= 1 }
    let own = windows[number]
    let place = own.places[index - own.first]
    let rows = segments[Int(place.segment)].windows[number]
    return EntityReport.Row(
      keys: codes.names(Int(rows.codes[Int(place.row)])), window: own.window, from: own.from,
      to: own.to, figures: rows.figures(Int(place.row), population: own.population))
  }
}
