/// The reason for which a dataset cannot be asked, or an engine's answer not be used.
public enum SQLReportError: Error, Equatable, Sendable {
  /// A question asks for what the dataset does not tell.
  case refused(option: String, found: String, expected: String)
  /// The dataset's manifest is none, or one of another version.
  case manifest(dataset: String, found: String, expected: String)
  /// An answer has other columns or values than its query asks for.
  case answer(found: String, expected: String)
  /// The question has no answer in any store.
  case question(ReportError)
}

extension SQLReportError: CustomStringConvertible {
  /// The place, the text found, the text expected.
  public var description: String {
    switch self {
    case .refused(let option, let found, let expected):
      "\(option): found \(found); expected \(expected)"
    case .manifest(let dataset, let found, let expected):
      "\(dataset)/manifest.json: found \(found); expected \(expected)"
    case .answer(let found, let expected):
      "the engine's answer: found \(found); expected \(expected)"
    case .question(let error): error.description
    }
  }
}
