import ColumnStore

/// An error that prevents a report on tickets.
public enum SupportError: Error, Equatable, Sendable {
  /// The store holds no ticket before the as-of day.
  case noTickets(store: String, asOf: String?)
  /// Rows of the store are damaged.
  case store(StoreError)
}

extension SupportError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .noTickets(let store, let asOf):
      "\(store): found no ticket" + (asOf.map { " before \($0)" } ?? "")
        + "; expected some, as `railbird fetch support` brings them"
    case .store(let error): error.description
    }
  }
}
