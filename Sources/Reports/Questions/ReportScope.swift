import Columns
import Racing
import RunnerKeys

/// The scope of a report: windows, filter, as-of date and the rules of settlement.
public struct ReportScope: Sendable {
  /// The windows, in the order of the rows: 1 to `Window.countLimit`, without duplicates.
  public var windows: [Window]
  /// The runners that count; nil for all.
  ///
  /// The filter does not change race facts, which use the whole race.
  public var filter: Filter?
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// The exchange's share of net winnings in a market.
  public var commission = Commission.standard
  /// Place terms for every race; nil chooses them by the race's country.
  public var placeTerms: PlaceTerms?
  /// The bets, and the figures of chance.
  public var figures = FigureChoice.standard
  /// The place of the list of bets, for messages; nil for `--bets`.
  package var betsPlace: String?

  /// Creates a scope of every runner, by the standard rules.
  ///
  /// - Parameter windows: The windows, in the order of the rows.
  public init(windows: [Window] = Window.standard) { self.windows = windows }
}
