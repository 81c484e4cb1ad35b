import RacingReports
import YAMLText

/// What keeps a file from being a spec.
public enum SpecError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(file: String, reason: String)
  /// The file is no YAML, or something in it is not what a spec may say.
  case mistake(place: String, found: String, expected: String)
  /// A filter cannot be read.
  case badFilter(place: String, FilterError)
}

extension SpecError: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read (\(reason))"
    case .mistake(let place, let found, let expected):
      "\(place): found \(found); expected \(expected)"
    case .badFilter(let place, let error):
      // The option's name gives way to the key's.
      "\(place): \(error.description.dropFirst("--where: ".count))"
    }
  }
}

extension SpecError {
  /// Calls what reads YAML; its error becomes one of a spec.
  static func of<Result>(_ read: () throws(YAMLError) -> Result) throws(SpecError) -> Result {
    do {
      return try read()
    } catch {
      throw .mistake(place: error.place, found: error.found, expected: error.expected)
    }
  }
}
