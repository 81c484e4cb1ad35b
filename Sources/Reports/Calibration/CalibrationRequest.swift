import ColumnStore
import Columns
import Kernels
import Racing
import RunnerKeys

/// A request for calibration: how often runners won of which the market expected how much.
public struct CalibrationRequest: Sendable {
  /// The price bases that give each runner of a race a price.
  ///
  /// A tote declares the winner's dividend alone; from that no probability of the others follows.
  package static let priceBases: [PriceBasis] = [.sp, .bsp]

  /// The price bases, out of `priceBases`, in the order of the rows; none twice.
  public var bases = priceBases
  /// The methods that turn prices into probabilities, in the order of the rows; none twice.
  public var baselines: [Baseline] = [.multiplicative]
  /// The facts of races with a table of their own; none twice.
  public var keys: [CalibrationKey] = [.year, .course, .fieldSize]
  /// The windows, in the order of the rows; 1 to `Window.countLimit`, none twice.
  public var windows: [Window] = [.all]
  /// Only races before this day count; nil for the day after the last one.
  public var asOf: Day?
  /// The runners that count; nil for all.
  ///
  /// Probabilities come from the whole race all the same.
  public var filter: Filter?
  /// The choices that facts in the condition depend on.
  public var facts = FactRules.standard
  /// The exchange's share of net winnings in a market.
  public var commission = Commission.standard
  /// Spellings that stand for one name.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// Asks for all bases, in proportion, over all days.
  public init() {}
}

/// A fact of races by which their calibration is shown.
public enum CalibrationKey: String, CaseIterable, Sendable {
  /// The calendar year.
  case year
  /// The calendar month.
  case month
  /// The weekday.
  case weekday
  /// The course, under the name that its aliases give it.
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
