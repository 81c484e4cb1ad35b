/// The reason why a text or a number states no odds.
public enum OddsError: Error, Equatable, Sendable {
  /// The text is not written in the notation.
  case malformed(found: String, notation: OddsNotation)
  /// The text is well formed but the odds are not above 1 and at most 1,000,000.
  case outOfRange(found: String, notation: OddsNotation)
}

extension OddsError: CustomStringConvertible {
  /// The notation, what was found and what was expected.
  public var description: String {
    switch self {
    case .malformed(let found, let notation):
      "\(notation.rawValue) odds: found \"\(found)\"; expected \(notation.form)"
    case .outOfRange(let found, let notation):
      "\(notation.rawValue) odds: found \"\(found)\"; expected decimal odds above 1 "
        + "and at most 1000000"
    }
  }
}
