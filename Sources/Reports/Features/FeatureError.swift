import Columns
import RunnerKeys

/// A mistake in a request for features.
public enum FeatureError: Error, Equatable, Sendable {
  /// No metric has that name.
  case unknownMetric(found: String)
  /// A metric is requested twice.
  case repeatedMetric(found: [String])
  /// No column of runners has that name.
  case unknownColumn(found: String)
  /// The text of a computed column has a mistake.
  case badColumn(FilterError)
  /// A column is requested twice.
  case repeatedColumn(found: [String])
}

extension FeatureError: CustomStringConvertible {
  /// The place, the text found, the text expected.
  public var description: String {
    switch self {
    case .unknownMetric(let found):
      "--metrics: found \(found); expected "
        + FeatureMetric.allCases.map(\.rawValue).joined(separator: ", ")
    case .repeatedMetric(let found):
      "--metrics: found \(found.joined(separator: ",")); expected each once"
    case .unknownColumn(let found):
      "--columns: found \(found); expected "
        + (NearestName.choice(found, in: FeatureRequest.columnNames)
          ?? "columns of the runner, such as date, horse, position")
    case .badColumn(let error): error.description
    case .repeatedColumn(let found):
      "--columns: found \(found.joined(separator: ",")); expected each once"
    }
  }
}
