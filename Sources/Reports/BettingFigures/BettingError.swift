import ColumnStore

/// An error that prevents a report on bets.
public enum BettingError: Error, Equatable, Sendable {
  /// The store holds no bet before the as-of day.
  case noBets(store: String, asOf: String?)
  /// Rows of the store are damaged.
  case store(StoreError)
}

extension BettingError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .noBets(let store, let asOf):
      "\(store): found no bet" + (asOf.map { " before \($0)" } ?? "")
        + "; expected some, as `railbird fetch betting` brings them"
    case .store(let error): error.description
    }
  }
}
