import ColumnStore

/// The reason for which bets cannot be reported.
public enum BettingError: Error, Equatable, Sendable {
  /// A grouping names no known key, one twice, or too many.
  case unknownGrouping(found: String)
  /// The store holds no bet before the as-of day.
  case noBets(store: String, asOf: String?)
  /// Rows of the store are damaged.
  case store(StoreError)
}

extension BettingError: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String {
    switch self {
    case .unknownGrouping(let found):
      "--by: found \(found); expected one to four different keys joined by +, out of "
        + BetKey.allCases.map(\.rawValue).joined(separator: ", ")
    case .noBets(let store, let asOf):
      "\(store): found no bet" + (asOf.map { " before \($0)" } ?? "")
        + "; expected some, as `railbird fetch betting` brings them"
    case .store(let error): error.description
    }
  }
}
