import Columns
import Questions
import Racing
import RunnerKeys

/// A figure of a record: one of ``FeatureMetric``, or a report's figure by the name of its column.
enum RecordFigure: Hashable, Sendable {
  case metric(FeatureMetric)
  case report(String)

  /// All figures, without bets at named prices.
  static let all: [RecordFigure] = {
    let metrics = FeatureMetric.allCases.map { RecordFigure.metric($0) }
    let known = comparing.union(metrics.map(\.name))
    let names = ReportColumns.all.names.dropFirst(ReportColumns.windowColumnCount)
    return metrics + names.filter { !known.contains($0) }.map { RecordFigure.report($0) }
  }()

  /// The names of ``all``.
  static let names = all.map(\.name)

  /// The report's figures that depend on its other rows, and so are no record.
  private static let comparing: Set = [
    "q", "win_rate_shrunk", "win_rate_shrunk_low", "win_rate_shrunk_high", "ae_shrunk",
    "ae_shrunk_low", "ae_shrunk_high",
  ]

  /// Reads the name of a figure.
  ///
  /// - Throws: ``FeatureError`` for other names, and figures that compare a report's rows.
  init(_ name: String) throws(FeatureError) {
    if let metric = FeatureMetric(rawValue: name) {
      self = .metric(metric)
    } else if Self.comparing.contains(name) {
      throw .comparedMetric(found: name)
    } else if Self.names.contains(name) || ReportColumns.price(ofColumn: name) != nil {
      self = .report(name)
    } else {
      throw .unknownMetric(found: name)
    }
  }

  var name: String {
    switch self {
    case .metric(let metric): metric.rawValue
    case .report(let name): name
    }
  }

  /// The named price of its bets; nil for other figures.
  var price: NamedPrice? { ReportColumns.price(ofColumn: name) }

  /// Whether its values are numbers, which a race's rows can compare.
  var isNumber: Bool { name != "recent_form" && name != "last_run" }

  /// Its meaning for the earlier runs of some keys.
  var meaning: ColumnMeaning {
    switch self {
    case .metric(let metric): return metric.meaning
    case .report(let name):
      if let own = Self.meanings[name] { return own }
      for (ending, text, unit) in Self.betMeanings where name.hasSuffix(ending) {
        let group = name.dropLast(ending.count)
        return ColumnMeaning("\(text) \(group)", unit: unit, source: "record")
      }
      preconditionFailure("a figure of reports has a meaning")
    }
  }

  // MARK: - Implementation

  private static let betMeanings: [(ending: String, text: String, unit: String?)] = [
    ("_bets", "runs with a bet of the group", "bets"),
    ("_staked", "stakes of bets of the group", "units"),
    ("_returned", "returns of bets of the group", "units"),
    ("_profit", "returns less stakes of bets of the group", "units"),
    ("_roi", "profit per unit staked on bets of the group", nil),
    ("_roi_low", "lower end of the 95 % interval of the profit per unit staked on", nil),
    ("_roi_high", "upper end of the 95 % interval of the profit per unit staked on", nil),
  ]

  private static let meanings: [String: ColumnMeaning] = {
    let texts =
      [
        ("win_rate_low", "lower end of the 95 % interval of the wins per run", nil),
        ("win_rate_high", "upper end of the 95 % interval of the wins per run", nil),
        ("iv", "wins per run over those of all runs", nil),
        ("longest_losing_run", "longest series of runs without a win", "runs"),
        ("current_losing_run", "newest runs without a win", "runs"),
        ("max_drawdown", "largest fall of the profit at the market's price", "units"),
        ("recent_form", "characters of the last six runs", nil),
        ("form_score", "mean share of rivals beaten, recent runs weighing more", nil),
        ("last_run", "day of the last run", nil),
        ("expected_roi", "profit per unit staked that the market's prices promise", nil),
        ("luck_sd", "standard deviation of the profit per unit staked, by chance", nil),
        ("z", "profit beyond the promised one, in standard deviations", nil),
        ("p", "chance of a profit as far from the promised one, in either direction", nil),
        ("roi_without_top_1", "profit per unit staked without the highest return", nil),
        ("roi_without_top_3", "profit per unit staked without the three highest returns", nil),
        ("roi_without_top_5", "profit per unit staked without the five highest returns", nil),
        ("losing_run_median", "median of the longest losing run, by chance", "runs"),
        ("losing_run_95", "95th percentile of the longest losing run, by chance", "runs"),
      ] as [(String, String, String?)]
    return Dictionary(
      uniqueKeysWithValues: texts.map {
        ($0, ColumnMeaning($1, unit: $2, source: "record"))
      })
  }()
}
