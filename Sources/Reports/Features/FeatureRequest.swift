import ColumnStore
import Columns
import Racing
import RunnerKeys

/// A request for features: the people, the windows and the starters.
public struct FeatureRequest: Sendable {
  /// The dimensions of the records; their keys must be known before a race.
  public let dimensions: [Dimension]
  /// The windows before each race day; without duplicates.
  public let windows: [Window]
  /// The metrics of each dimension and window, in the order of the columns.
  public var metrics = FeatureMetric.standard
  /// Additional columns of the runner itself, after `race_id` and `number`: fields of
  /// ``columnNames``, and numbers computed from them.
  package private(set) var columns: [FilterValue] = []
  /// The first day with rows; nil for the store's first.
  public var from: Day?
  /// The last day with rows; nil for the store's last.
  public var to: Day?
  /// The earlier runners that count; nil for all.
  ///
  /// It removes no row.
  public var filter: Filter?
  /// Whether runners without a result, as on a future day, have rows too.
  public var includesUnresolved = false
  /// The exchange's share of a bet's net winnings.
  public var commission = Commission.standard
  /// Place terms for every race; nil chooses them by the race's country.
  public var placeTerms: PlaceTerms?
  /// Settings of the facts of earlier runs.
  public var facts = FactRules.standard
  /// Other spellings of names.
  public var aliases = NameAliases()
  /// Number of worker threads.
  public var threads = 1

  /// The default dimensions of features.
  public static let standardDimensions = ["jockey", "trainer"]
  /// The default windows of features: 14, 30, 90 and 365 days.
  public static let standardWindows = Array(Window.standard.dropLast())

  /// Columns that every row has.
  static let ownColumns = ["race_id", "number"]

  /// The names of additional columns: those of exported runners, and facts.
  package static let columnNames =
    RacingTables.questionNames.filter { !ownColumns.contains($0) }
    + [DerivedTimes.name]
    + RunnerFact.allCases.map(\.rawValue)

  /// Creates a request for features.
  ///
  /// - Parameters:
  ///   - dimensions: The dimensions of the records: keys joined by `+`.
  ///   - windows: The windows before each race day.
  /// - Throws: `ReportError` `.unknownDimension` for unknown keys, or keys known only after the
  ///   race, such as `odds_band`; `.badWindowList` for no window or a duplicate.
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
    // Check the list as for a report.
    self.windows = try Window.list(windows.map(\.name))
  }

  /// Requests additional columns of the runner itself.
  ///
  /// - Parameter texts: Names of `columnNames`, or numbers computed from such fields, as
  ///   `weight_lb - last_weight_lb`; in the order of the columns.
  /// - Throws: ``FeatureError`` for other texts or a duplicate.
  public mutating func setColumns(_ texts: [String]) throws(FeatureError) {
    let own = try texts.map { text throws(FeatureError) in try Self.column(text) }
    guard Set(own.map(\.columnName)).count == own.count else {
      throw .repeatedColumn(found: texts)
    }
    columns = own
  }

  private static func column(_ text: String) throws(FeatureError) -> FilterValue {
    if columnNames.contains(text), let field = FilterField.named(text) { return .field(field) }
    // A plain word is a misspelt name.
    guard text.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" }) else {
      throw .unknownColumn(found: text)
    }
    do {
      return try FilterValue(text)
    } catch {
      throw .badColumn(error.of("--columns"))
    }
  }

  /// Requests metrics by name.
  ///
  /// - Parameter names: Raw values of ``FeatureMetric``, in the order of the columns.
  /// - Throws: ``FeatureError`` for other names or a duplicate.
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
