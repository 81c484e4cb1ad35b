import Foundation
import Racing

/// Bands of a number with bounds chosen by the user: `band(distance_m, 1200, 1600, 2000)`.
///
/// A band includes its lower bound and excludes its upper one. Values below the first bound and
/// from the last one on form bands too.
package struct KeyBand: Hashable, Sendable {
  /// The number's field.
  package let field: String
  /// The bands' lower bounds in millionths, rising.
  package let bounds: [Int64]

  /// Whether a text is written as a band, valid or not.
  static func isMeant(_ text: String) -> Bool { text.hasPrefix("band(") }

  /// Reads a band; nil if the text is not a valid one.
  package init?(_ text: String) {
    guard Self.isMeant(text), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst("band(".count).dropLast().split(
      separator: ",", omittingEmptySubsequences: false
    ).map { $0.trimmingCharacters(in: .whitespaces) }
    guard Dimension.isNumber(parts[0]), (2...Limits.bandBounds + 1).contains(parts.count) else {
      return nil
    }
    // More decimals would be rounded.
    let bounds = parts.dropFirst().compactMap { part -> Int64? in
      let decimals = part.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first
      return (decimals?.count ?? 0) <= 6 ? Decimal6(part)?.micros : nil
    }
    guard bounds.count == parts.count - 1, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    field = parts[0]
    self.bounds = bounds
  }

  /// The bands' names, lowest first.
  package var names: [String] {
    let texts = bounds.map { Decimal6(micros: $0).description }
    return ["under_\(texts[0])"] + zip(texts, texts.dropFirst()).map { "\($0)_to_\($1)" }
      + ["\(texts[texts.count - 1])_up"]
  }

  /// Returns the number of the band that contains a value in millionths.
  func place(of micros: Int64) -> Int32 {
    var place: Int32 = 0
    for bound in bounds where micros >= bound { place += 1 }
    return place
  }

  /// The name of the key's column.
  var columnName: String { "\(field)_band" }
}

extension KeyBand: CustomStringConvertible {
  /// The band in its one canonical form.
  package var description: String {
    "band(\(([field] + bounds.map { Decimal6(micros: $0).description }).joined(separator: ",")))"
  }
}
