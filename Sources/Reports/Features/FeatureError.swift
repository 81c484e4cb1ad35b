import Columns
import RunnerKeys

/// A mistake in a request for features.
public enum FeatureError: Error, Equatable, Sendable {
  /// No metric has that name.
  case unknownMetric(found: String)
  /// A metric is requested twice.
  case repeatedMetric(found: [String])
  /// No field has that name; the nearest figures, if some are similar.
  case unknownColumn(found: String, option: String = "--columns", figures: [String] = [])
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
        + FeatureMetric.allCases.map(\.rawValue).joined(separator: ", ")
    case .repeatedMetric(let found):
      "--metrics: found \(found.joined(separator: ",")); expected each once"
    case .unknownColumn(let found, let option, let figures):
      "\(option): found \(found); expected "
        + (NearestName.choice(found, in: FeatureRequest.columnNames + figures)
          ?? (KeyBand.isMeant(found)
            ? "band(NUMBER, …) with rising bounds"
            : "columns of the runner, such as date, horse, weight_lb"))
    case .badColumn(let error): error.description
    case .repeatedColumn(let found, let option):
      "\(option): found \(found.joined(separator: ",")); expected each once"
    case .laterColumn(let found, let field):
      "--columns: found \(found)" + (found == field ? "" : ", with \(field)")
        + ", known only at the off or later; expected it in --targets"
    }
  }
}
