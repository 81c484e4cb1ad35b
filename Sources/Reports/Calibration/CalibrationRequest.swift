import ColumnStore
import Columns
import Kernels
import Racing
import RunnerKeys

/// A request for calibration: a comparison of actual with expected wins.
public struct CalibrationRequest: Sendable {
  /// The prices of a question that names none; the store's market follows if it is another.
  package static let standardBases: [Market] = [.sp, .bsp]

  /// The prices, in the order of the rows; without duplicates.
  ///
  /// A tote declares only the winner's dividend, which gives no probability of the others.
  public var bases = standardBases
  /// The methods that turn prices into probabilities, in the order of the rows; without duplicates.
  public var baselines: [Baseline] = [.multiplicative]
  /// The facts of races with a table each; without duplicates.
  public var keys: [CalibrationKey] = [.year, .course, .fieldSize]
  /// The windows, in the order of the rows: 1 to `Window.countLimit`, without duplicates.
  public var windows: [Window] = [.all]
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// The runners that count; nil for all.
  ///
  /// The filter does not change probabilities, which use the whole race.
  public var filter: Filter?
  /// Settings of the facts in the condition.
  public var facts = FactRules.standard
  /// The exchange's share of net winnings in a market.
  public var commission = Commission.standard
  /// Other spellings of names.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// Creates a request for all bases, margins removed in proportion, over all days.
  public init() {}
}

/// A fact of races that a table can group by.
public enum CalibrationKey: String, CaseIterable, Sendable {
  /// The calendar year.
  case year
  /// The calendar month.
  case month
  /// The weekday.
  case weekday
  /// The course, with its name by the aliases.
  case course
  /// The course's country.
  case country
  /// The number of starters.
  case fieldSize = "field_size"
  /// The class.
  case raceClass = "class"
  /// The ground.
  case going
  /// The distance, in bands.
  case distanceBand = "distance_band"
}
