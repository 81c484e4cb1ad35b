import Columns
import Racing

/// What counts in a report and how: windows, filter, as-of date and the rules of settlement.
public struct ReportScope: Sendable {
  /// The windows, in the order of the rows; 1 to ``Window/countLimit``, none twice.
  public var windows: [Window]
  /// Which runners count; nil for all.
  ///
  /// Race facts come from the whole race all the same.
  public var filter: Filter?
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// The exchange's share of net winnings in a market.
  public var commission = Commission.standard
  /// Place terms for every race; nil chooses them by the race's country.
  public var placeTerms: PlaceTerms?

  /// Counts every runner, by the standard rules.
  ///
  /// - Parameter windows: The windows, in the order of the rows.
  public init(windows: [Window] = Window.standard) { self.windows = windows }
}
