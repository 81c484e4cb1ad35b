import Columns
import Racing

/// What to compute: dimensions, windows, and the rules of settlement.
public struct ReportRequest: Sendable {
  /// What to group by, one report each.
  public var dimensions: [Dimension]
  /// The windows, in the order of the rows.
  public var windows: [Window]
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// Rows with fewer runs are dropped.
  public var minRuns = 0
  /// The exchange's share of net winnings in a market.
  public var commission = Commission.standard
  /// Place terms for every race; nil chooses them by the race's country.
  public var placeTerms: PlaceTerms?
  /// How many threads may work.
  public var threads = 1
  /// Bytes that sums may take at a time; entities beyond that need another pass.
  var sumBudget = 512 << 20

  /// Asks for reports.
  ///
  /// - Parameters:
  ///   - dimensions: What to group by, one report each.
  ///   - windows: The windows, in the order of the rows; 1 to ``Window/countLimit``, none twice.
  public init(dimensions: [Dimension], windows: [Window] = Window.standard) {
    precondition((1...Window.countLimit).contains(windows.count), "a report needs 1 to 64 windows")
    self.dimensions = dimensions
    self.windows = windows
  }
}
