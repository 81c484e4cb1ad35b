import ColumnStore
import Columns
import Questions
import Racing
import RunnerKeys

/// A request for features: the people, the windows and the starters.
public struct FeatureRequest: Sendable {
  /// The dimensions of the records; their keys must be known before a race.
  public let dimensions: [Dimension]
  /// The windows before each race day; without duplicates.
  public let windows: [Window]
  /// The figures of each dimension and window, in the order of the columns.
  private(set) var figures = FeatureMetric.standard.map { RecordFigure.metric($0) }
  /// Additional columns that are known before the race, after `race_id` and `number`.
  package private(set) var columns: [FeatureColumn] = []
  /// Columns to predict, after all others.
  package private(set) var targets: [FeatureColumn] = []
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

  /// The names of fields that may be columns: those of exported runners, keys of reports, and
  /// facts.
  package static let columnNames = FilterField.all.map(\.name).filter { !ownColumns.contains($0) }

  /// The names of fields that are known before the race.
  package static let inputNames = columnNames.filter { !FeatureColumn.isLater($0) }

  /// The metrics among the figures of each dimension and window; setting them removes all others.
  public var metrics: [FeatureMetric] {
    get { Self.metrics(of: figures) }
    set { figures = newValue.map { .metric($0) } }
  }

  /// The names of all figures of records, without bets at named prices.
  package static let metricNames = RecordFigure.names

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

  /// Requests additional columns that are known before the race.
  ///
  /// - Parameter texts: Fields, bands, numbers computed from fields such as
  ///   `weight_lb - last_weight_lb`, figures by their columns' names, and comparisons within the
  ///   race such as `rank(weight_lb)`; in the order of the columns.
  /// - Throws: ``FeatureError`` for other texts, a duplicate, or what is known later.
  public mutating func setColumns(_ texts: [String]) throws(FeatureError) {
    columns = try own(texts, .input)
  }

  /// Requests columns to predict, also of what is known at the off or later.
  ///
  /// - Parameter texts: As for ``setColumns(_:)``; each column's name begins with `target_`.
  /// - Throws: ``FeatureError`` for other texts or a duplicate.
  public mutating func setTargets(_ texts: [String]) throws(FeatureError) {
    targets = try own(texts, .target)
  }

  /// The metrics to compute: the requested ones, and those that columns name.
  var computedMetrics: [FeatureMetric] { Self.metrics(of: computed) }

  /// The names of the reports' figures to compute.
  var computedFigures: [String] {
    computed.compactMap { if case .report(let name) = $0 { name } else { nil } }
  }

  /// The choice of bets and of figures of chance that the reports' figures need.
  var choice: FigureChoice {
    let names = computedFigures
    let price = names.lazy.compactMap { ReportColumns.price(ofColumn: $0) }.first
    let own = FigureChoice(columns: names)
    let priced: [BetGroup] = price == nil ? [] : [.price]
    var choice = FigureChoice(bets: own.bets + priced, price: price)
    choice.luck = own.luck
    return choice.priced(by: facts.market ?? .sp, addsBets: false)
  }

  private var computed: [RecordFigure] {
    let known = known
    let named = (columns + targets).compactMap(\.figure).compactMap { known[$0] }
    return named.reduce(into: figures) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func metrics(of figures: [RecordFigure]) -> [FeatureMetric] {
    figures.compactMap { if case .metric(let metric) = $0 { metric } else { nil } }
  }

  /// The names of the records' columns, but for figures that have a place among ``columns``.
  var recordNames: [String] {
    let placed = Set(columns.map(\.name))
    return names(of: figures).map(\.name).filter { !placed.contains($0) }
  }

  /// All figures, with the requested figures of bets at named prices.
  private var all: [RecordFigure] {
    let priced = figures.filter { $0.price != nil }
    return RecordFigure.all + priced
  }

  /// The figures that a column may name.
  private var known: [String: RecordFigure] {
    Dictionary(names(of: all).map { ($0.name, $0.figure) }) { first, _ in first }
  }

  /// Returns the records' columns: by dimension, window and metric.
  private func names(
    of figures: [RecordFigure]
  ) -> [(name: String, dimension: Dimension, window: Window, figure: RecordFigure)] {
    dimensions.flatMap { dimension in
      windows.flatMap { window in
        figures.map { figure in
          (
            name: FeatureTable.columnName(figure.name, of: dimension, over: window),
            dimension: dimension, window: window, figure: figure
          )
        }
      }
    }
  }

  /// Returns the meaning of a table's columns.
  func dictionary(of fields: [Field]) -> DataDictionary {
    var meanings: [String: ColumnMeaning] = [:]
    for (name, dimension, window, figure) in names(of: all) {
      let days = window.days.map { "in the \($0) days before" } ?? "before"
      let own = figure.meaning
      let keys = dimension.columnNames.joined(separator: " and ")
      meanings[name] = ColumnMeaning(
        "\(own.text), of the \(keys) \(days)", unit: own.unit, source: own.source)
    }
    let figures = meanings
    for column in columns + targets {
      meanings[column.name] = column.meaning { figures[$0]! }
    }
    let later = Set(targets.map(\.name))
    return DataDictionary(
      fields.map { field in
        let isKey = Self.ownColumns.contains(field.name)
        return DataDictionary.Entry(
          field, meanings[field.name] ?? FieldMeanings.of(field.name)!,
          isKey ? .key : later.contains(field.name) ? .target : .input)
      })
  }

  private func own(
    _ texts: [String], _ role: DataDictionary.Role
  ) throws(FeatureError) -> [FeatureColumn] {
    let figures = known
    let own = try texts.map { text throws(FeatureError) in
      try FeatureColumn(text, role, figures: figures)
    }
    guard Set(own.map(\.name)).count == own.count else {
      throw .repeatedColumn(found: texts, option: role.option)
    }
    return own
  }

  /// Requests metrics by name.
  ///
  /// - Parameter names: Raw values of ``FeatureMetric``, and columns of reports such as `iv` or
  ///   `bsp_profit`, in the order of the columns.
  /// - Throws: ``FeatureError`` for other names, a duplicate, figures that compare a report's rows,
  ///   or bets at several named prices.
  public mutating func setMetrics(_ names: [String]) throws(FeatureError) {
    let own = try names.map { name throws(FeatureError) in try RecordFigure(name) }
    guard Set(own).count == own.count else { throw .repeatedMetric(found: names) }
    let prices = Set(own.compactMap { $0.price?.column }).sorted()
    guard prices.count < 2 else { throw .severalPrices(found: prices) }
    figures = own
  }
}
