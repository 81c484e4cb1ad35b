import Columns

/// A mistake in a request for features.
public enum FeatureError: Error, Equatable, Sendable {
  /// There is no metric of that name.
  case unknownMetric(found: String)
  /// A metric is asked for twice.
  case repeatedMetric(found: [String])
  /// Runners have no such column.
  case unknownColumn(found: String)
  /// A column is asked for twice.
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
        + (NearestName.find(found, in: FeatureRequest.columnNames)
          ?? FeatureRequest.columnNames.joined(separator: ", "))
    case .repeatedColumn(let found):
      "--columns: found \(found.joined(separator: ",")); expected each once"
    }
  }
}
