import Columns
import RunnerKeys

/// A mistake in a request for features.
public enum FeatureError: Error, Equatable, Sendable {
  /// No metric has that name.
  case unknownMetric(found: String)
  /// A metric compares the rows of one report, and so is no record of a runner.
  case comparedMetric(found: String)
  /// The metrics' bets are at several named prices.
  case severalPrices(found: [String])
  /// A metric is requested twice.
  case repeatedMetric(found: [String])
  /// No field has that name; the figure that it may mean.
  case unknownColumn(found: String, option: String = "--columns", figure: String? = nil)
  /// The text of a computed column has a mistake.
  case badColumn(FilterError)
  /// A column is requested twice.
  case repeatedColumn(found: [String], option: String = "--columns")
  /// A field of an input is known only at the off or later.
  case laterColumn(found: String, field: String)
}

extension FeatureError: CustomStringConvertible {
  /// The place, the text found, the text expected.
  public var description: String {
    switch self {
    case .unknownMetric(let found):
      "--metrics: found \(found); expected "
        + (NearestName.choice(found, in: RecordFigure.names)
          ?? FeatureMetric.allCases.map(\.rawValue).joined(separator: ", ")
          + " or another figure of reports, such as iv, bsp_profit, z")
    case .comparedMetric(let found):
      "--metrics: found \(found), which compares all rows of a report; expected a figure of the "
        + "runner's own record, such as \(found == "q" ? "p" : "win_rate_low, win_rate_high, ae")"
    case .severalPrices(let found):
      "--metrics: found \(found.joined(separator: ",")); expected bets at one named price"
    case .repeatedMetric(let found):
      "--metrics: found \(found.joined(separator: ",")); expected each once"
    case .unknownColumn(let found, let option, _)
    where FeatureRequest.ownColumns.contains(found.lowercased()):
      "\(option): found \(found), which begins each row already; expected other columns, or a "
        + "number made of it such as rank(\(found))"
    case .unknownColumn(let found, let option, let figure):
      "\(option): found \(found); expected "
        + Self.expected([figure, NearestName.choice(found, in: FeatureRequest.columnNames)], found)
    case .badColumn(let error): error.description
    case .repeatedColumn(let found, let option):
      "\(option): found \(found.joined(separator: ",")); expected each once"
    case .laterColumn(let found, let field):
      "--columns: found \(found)" + (found == field ? "" : ", with \(field)")
        + ", known only at the off or later; expected it in --targets"
    }
  }

  private static func expected(_ near: [String?], _ found: String) -> String {
    let near = near.compactMap { $0 }
    if !near.isEmpty { return near.joined(separator: " or ") }
    return KeyBand.isMeant(found)
      ? "band(NUMBER, …) with rising bounds"
      : "columns of the runner, such as date, horse, weight_lb"
  }
}
