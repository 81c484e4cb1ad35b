/// The mark after a starting price that gives its rank in the market.
public enum FavouriteMark: String, CaseIterable, Sendable {
  /// The shortest price alone.
  case favourite = "F"
  /// One of two equally short prices.
  case joint = "J"
  /// One of three or more equally short prices.
  case coFavourite = "C"
}

/// A starting price as results print it: a fraction and perhaps a favourite mark.
@frozen
public struct FractionalOdds: Hashable, Sendable {
  /// The fraction as it is printed.
  public let printed: PrintedOdds

  /// The favourite mark, if the text has one.
  public let favourite: FavouriteMark?

  /// The odds, stake included, rounded half to even after the sixth decimal.
  public var odds: Odds { printed.odds }
}

extension FractionalOdds {
  /// Reads a price such as `7/4`, `100/30`, `Evs`, `Evens`, `EVEN`, `Ev` or `11/8F`.
  ///
  /// The odds are `1 + numerator / denominator`. Fractions need not be in lowest terms. Letters may
  /// be of either case, a mark may be written `JF` or `CF`, or behind a blank: `7/4 Fav`.
  ///
  /// - Edge cases: a zero denominator is malformed, a zero numerator out of range; each side has
  ///   from one to nine digits.
  ///
  /// - Parameter bytes: The UTF-8 text.
  /// - Returns: The odds and the mark.
  /// - Throws: ``OddsError``.
  public static func parse(_ bytes: Span<UInt8>) throws(OddsError) -> FractionalOdds {
    let price = OddsFraction(bytes, separators: "/") ?? OddsFraction(evens: bytes)
    guard let price, let mark = Mark(bytes, from: price.end) else {
      throw .malformed(found: String(copying: bytes), notation: .fractional)
    }
    guard let printed = PrintedOdds(winnings: price.winnings, stake: price.stake) else {
      throw .outOfRange(found: String(copying: bytes), notation: .fractional)
    }
    return FractionalOdds(printed: printed, favourite: mark.favourite)
  }

  /// Reads a price such as `7/4`, `Evens` or `11/8F`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds and the mark.
  /// - Throws: ``OddsError``.
  public static func parse(_ text: String) throws(OddsError) -> FractionalOdds {
    try parse(text.utf8.span)
  }

  // MARK: - Implementation

  /// The rest of the text after the price: nothing, or exactly one mark.
  private struct Mark {
    let favourite: FavouriteMark?

    init?(_ bytes: Span<UInt8>, from start: Int) {
      guard start < bytes.count else {
        favourite = nil
        return
      }
      let rest = String(copying: bytes.extracting(start...)).uppercased()
      switch rest.filter({ !" ().-".contains($0) }) {
      case "F", "FAV", "FAVOURITE", "FAVORITE": favourite = .favourite
      case "J", "JF", "JFAV", "JTFAV", "JOINTFAV": favourite = .joint
      case "C", "CF", "CFAV", "COFAV": favourite = .coFavourite
      default: return nil
      }
    }
  }
}

extension Odds {
  /// Reads fractional odds and drops the favourite mark.
  ///
  /// - Parameter bytes: The UTF-8 text, as ``FractionalOdds/parse(_:)-(Span<UInt8>)`` reads it.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func fractional(_ bytes: Span<UInt8>) throws(OddsError) -> Odds {
    try FractionalOdds.parse(bytes).odds
  }

  /// Reads fractional odds and drops the favourite mark.
  ///
  /// - Parameter text: The text.
  /// - Returns: The odds, stake included.
  /// - Throws: ``OddsError``.
  public static func fractional(_ text: String) throws(OddsError) -> Odds {
    try FractionalOdds.parse(text).odds
  }
}
