import ColumnStore
import RunnerKeys
import YAMLText

/// An error in a spec file.
public enum SpecError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(file: String, reason: String)
  /// The file is not YAML, or contains something that a spec must not contain.
  case mistake(place: String, found: String, expected: String)
  /// An invalid filter.
  case badFilter(place: String, FilterError)
  /// The ledger of registered angles cannot be written.
  case store(StoreError)
}

extension SpecError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read (\(reason))"
    case .mistake(let place, let found, let expected):
      "\(place): found \(found); expected \(expected)"
    case .badFilter(let place, let error):
      // The place already names the key.
      "\(place): \(error.mistake)"
    case .store(let error): error.description
    }
  }
}

extension SpecError {
  /// Calls a YAML reader, with its error as a `SpecError`.
  static func of<Result>(_ read: () throws(YAMLError) -> Result) throws(SpecError) -> Result {
    do {
      return try read()
    } catch {
      throw .mistake(place: error.place, found: error.found, expected: error.expected)
    }
  }
}
