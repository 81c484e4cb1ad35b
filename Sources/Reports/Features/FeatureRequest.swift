import ColumnStore
import Columns
import Racing
import RunnerKeys

/// A request for features: the people, the windows and the starters.
public struct FeatureRequest: Sendable {
  /// Whose record, by keys that are known before a race.
  public let dimensions: [Dimension]
  /// The windows before each race day; none twice.
  public let windows: [Window]
  /// The metrics of each dimension and window, in the order of the columns.
  public var metrics = FeatureMetric.standard
  /// More columns of the runner itself, behind `race_id` and `number`; see ``columnNames``.
  package private(set) var columns: [String] = []
  /// The first day to give rows of; nil for the store's first.
  public var from: Day?
  /// The last day to give rows of; nil for the store's last.
  public var to: Day?
  /// The earlier runners that count; nil for all.
  ///
  /// It takes no row away.
  public var filter: Filter?
  /// Whether runners without a result, as on a day to come, have rows, too.
  public var includesUnresolved = false
  /// The exchange's share of a bet's net winnings.
  public var commission = Commission.standard
  /// Place terms for every race; nil chooses them by the race's country.
  public var placeTerms: PlaceTerms?
  /// The choices that facts of earlier runs depend on.
  public var facts = FactRules.standard
  /// Spellings that stand for one name.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// The dimensions of features that ask for none.
  public static let standardDimensions = ["jockey", "trainer"]
  /// The windows of features that ask for none: 14, 30, 90 and 365 days.
  public static let standardWindows = Array(Window.standard.dropLast())

  /// Columns that every row has.
  static let ownColumns = ["race_id", "number"]

  /// The columns of a runner that may be asked for, as exported runners have them, and its facts.
  package static let columnNames =
    RacingTables.questionNames.filter { !ownColumns.contains($0) }
    + [DerivedTimes.name]
    + RunnerFact.allCases.map(\.rawValue)

  /// Asks for features.
  ///
  /// - Parameters:
  ///   - dimensions: Whose record: keys joined by `+`.
  ///   - windows: The windows before each race day.
  /// - Throws: `ReportError` `.unknownDimension` for keys that there are not, or that are known
  ///   after the race only, such as `odds_band`; `.badWindowList` for none or one twice.
  public init(
    dimensions: [String] = FeatureRequest.standardDimensions,
    windows: [Window] = FeatureRequest.standardWindows
  ) throws(ReportError) {
    var own: [Dimension] = []
    for text in dimensions {
      let dimension = try Dimension(text)
      if let key = dimension.keys.first(where: Dimension.isLater) {
        throw .unknownDimension(found: "\(key), which is not known before the race")
      }
      guard !own.contains(dimension) else { throw .unknownDimension(found: "\(text) twice") }
      own.append(dimension)
    }
    self.dimensions = own
    // The list is checked where a report's is.
    self.windows = try Window.list(windows.map(\.name))
  }

  /// Asks for more columns of the runner itself.
  ///
  /// - Parameter names: Names out of `columnNames`, in the order of the columns.
  /// - Throws: ``FeatureError`` for other names, or one twice.
  public mutating func setColumns(_ names: [String]) throws(FeatureError) {
    for name in names {
      guard Self.columnNames.contains(name) else { throw .unknownColumn(found: name) }
    }
    guard Set(names).count == names.count else { throw .repeatedColumn(found: names) }
    columns = names
  }

  /// Asks for metrics by name.
  ///
  /// - Parameter names: Raw values of ``FeatureMetric``, in the order of the columns.
  /// - Throws: ``FeatureError`` for other names, or one twice.
  public mutating func setMetrics(_ names: [String]) throws(FeatureError) {
    var own: [FeatureMetric] = []
    for name in names {
      guard let metric = FeatureMetric(rawValue: name) else { throw .unknownMetric(found: name) }
      guard !own.contains(metric) else { throw .repeatedMetric(found: names) }
      own.append(metric)
    }
    metrics = own
  }
}
