import Columns
import RunnerKeys

/// One row per starter, with the record of its people before the race day.
public struct FeatureTable: Sendable {
  /// `race_id`, `number`, the additional columns, the features, then the targets; in order of date
  /// and race.
  public let table: Table

  let request: FeatureRequest

  /// The meaning of each column.
  public var dictionary: DataDictionary { request.dictionary(of: table.fields) }

  /// The number of starters.
  package var rowCount: Int { table.rowCount }

  /// Returns one feature of all starters; nil if it was not requested.
  ///
  /// - Parameters:
  ///   - metric: The metric.
  ///   - dimension: The dimension of the record.
  ///   - window: The window before the race day.
  /// - Returns: A value per row.
  public func column(_ metric: FeatureMetric, of dimension: Dimension, over window: Window)
    -> Column?
  {
    table[Self.columnName(metric.rawValue, of: dimension, over: window)]
  }

  /// Returns a feature's name, such as `jockey_win_rate_90` or `jockey_trainer_runs_all`.
  ///
  /// - Parameters:
  ///   - figure: The name of the figure.
  ///   - dimension: The dimension of the record.
  ///   - window: The window before the race day.
  /// - Returns: The keys joined by `_`, the metric, and the window's days or `all`.
  package static func columnName(
    _ figure: String, of dimension: Dimension, over window: Window
  ) -> String {
    let days = window.days.map { "\($0)" } ?? "all"
    return "\(dimension.columnNames.joined(separator: "_"))_\(figure)_\(days)"
  }
}
