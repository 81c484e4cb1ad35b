/// The ways a text can state odds.
public enum OddsNotation: String, CaseIterable, Sendable {
  /// Stake included: `3.25`.
  case decimal
  /// Winnings to stake: `9/4`, `Evens`, `11/8F`.
  case fractional
  /// Winnings on 100, or the stake that wins 100: `+225`, `-110`.
  case american
}

/// Why a text or a number states no odds.
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

extension OddsNotation {
  fileprivate var form: String {
    switch self {
    case .decimal: "digits with at most one decimal point"
    case .fractional: "a fraction such as 7/4, or Evens, with an optional favourite mark F, J or C"
    case .american: "a whole number of at least 100 with an optional sign"
    }
  }
}
