/// The number of positions of a race that are paid as places.
///
/// The count depends on starters, not on declarations.
@frozen
public enum PlaceTerms: UInt8, CaseIterable, Sendable {
  /// Great Britain and Ireland: by starters, one more in handicaps of sixteen or more.
  case gbIE
  /// Hong Kong: three from seven starters, two from four, none below.
  case hk
  /// The first three whatever the field: Australia, Japan, and the American "show".
  case firstThree
  /// The first two whatever the field: the American "place".
  case usPlace
}

extension PlaceTerms {
  /// The terms of the country where a race is run.
  ///
  /// - Parameter country: An ISO 3166 two-letter code in capitals; any code without terms of its
  ///   own has the terms of Great Britain and Ireland.
  /// - Returns: The terms.
  public static func terms(country: String) -> PlaceTerms {
    switch country.uppercased() {
    case "HK": .hk
    case "US", "AU", "JP": .firstThree
    default: .gbIE
    }
  }

  /// The count of paid positions.
  ///
  /// - Edge cases: "win only" is one paid place, except in Hong Kong, where the place pool is
  ///   not opened and the count is zero; the American and Australian counts ignore the field.
  /// - Source: https://www.racing-odds-data.com/head2head for the handicap rows.
  ///
  /// - Parameters:
  ///   - starters: Runners that came under starter's orders.
  ///   - isHandicap: Whether the race is a handicap.
  /// - Returns: From 0 to 4.
  @inlinable
  public func paidPlaces(starters: Int, isHandicap: Bool) -> Int {
    switch self {
    case .gbIE:
      if starters <= 4 { return 1 }
      if starters <= 7 { return 2 }
      return isHandicap && starters >= 16 ? 4 : 3
    case .hk:
      return starters >= 7 ? 3 : starters >= 4 ? 2 : 0
    case .firstThree: return 3
    case .usPlace: return 2
    }
  }
}

extension PlaceTerms {
  /// The names a command line can choose terms by.
  public static let names = ["gb", "hk", "au", "us-place", "us-show", "jp"]

  /// Finds the terms a command line calls by a name.
  ///
  /// - Parameter name: One of ``names``.
  public init?(name: String) {
    switch name {
    case "gb": self = .gbIE
    case "hk": self = .hk
    case "au", "us-show", "jp": self = .firstThree
    case "us-place": self = .usPlace
    default: return nil
    }
  }
}

extension PlaceTerms {
  /// The rule set's name in `summary.json`.
  public var name: String {
    switch self {
    case .gbIE: "gb"
    case .hk: "hk"
    case .firstThree: "first-three"
    case .usPlace: "us-place"
    }
  }
}
