import ColumnStore

/// What keeps a report from being computed.
public enum ReportError: Error, Equatable, Sendable {
  /// A dimension names no known key, or one twice.
  case unknownDimension(found: String)
  /// A window is neither days nor `all`.
  case badWindow(found: String)
  /// There are no windows, too many, or one twice.
  case badWindowList(found: String)
  /// The store holds no race before the as-of date.
  case noRaces(store: String, asOf: String?)
}

extension ReportError: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String {
    switch self {
    case .unknownDimension(let found):
      "--by: found \(found); expected one to four different keys joined by +, out of "
        + Dimension.keyNames.joined(separator: ", ")
    case .badWindow(let found):
      "--windows: found \(found); expected days such as 30d, or all"
    case .badWindowList(let found):
      "--windows: found \(found); expected 1 to \(Window.countLimit) different windows"
    case .noRaces(let store, let asOf):
      "\(store): found no race" + (asOf.map { " before \($0)" } ?? "") + "; expected at least one"
    }
  }
}
