import Foundation
import Racing

/// Bands of a number with bounds chosen by the user: `band(distance_m, 1200, 1600, 2000)`, or
/// `band(sp / bsp, 1)`.
///
/// A band includes its lower bound and excludes its upper one. Values below the first bound and
/// from the last one on form bands too.
package struct KeyBand: Equatable, Sendable {
  /// The number: a field, or computed from several.
  package let value: FilterValue
  /// The bands' lower bounds in millionths, rising.
  package let bounds: [Int64]

  /// Whether a text is written as a band, valid or not.
  package static func isMeant(_ text: String) -> Bool { text.hasPrefix("band(") }

  /// Reads a band; nil if the text is not a valid one.
  package init?(_ text: String) {
    guard let parts = Self.parts(text), (2...Limits.bandBounds + 1).contains(parts.count),
      let value = try? FilterValue(parts[0]), value.fieldNames.allSatisfy(Dimension.isNumber)
    else { return nil }
    // More decimals would be rounded.
    let bounds = parts.dropFirst().compactMap { part -> Int64? in
      let decimals = part.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first
      return (decimals?.count ?? 0) <= 6 ? Decimal6(part)?.micros : nil
    }
    guard bounds.count == parts.count - 1, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.value = value
    self.bounds = bounds
  }

  /// Returns the mistake in a band's computed number, or its unknown field; nil for other mistakes.
  package static func mistake(_ text: String) -> FilterError? {
    guard let number = parts(text)?.first, !number.isEmpty, FilterField.named(number) == nil
    else { return nil }
    do {
      _ = try FilterValue(number)
      return nil
    } catch {
      return error.of("--by")
    }
  }

  private static func parts(_ text: String) -> [String]? {
    guard isMeant(text), text.hasSuffix(")") else { return nil }
    return Dimension.parts(of: String(text.dropFirst("band(".count).dropLast()), at: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
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
  package var columnName: String { value.columnName + "_band" }

  /// Whether a column's name may be that of bands of a computed number.
  package static func isComputed(_ name: String) -> Bool {
    guard name.hasSuffix("_band") else { return false }
    let words = name.dropLast("_band".count).split(separator: "_")
    return ["abs", "coalesce", "minus"].contains(words.first)
      || words.dropLast().contains { ["plus", "minus", "times", "over"].contains($0) }
  }
}

extension KeyBand: CustomStringConvertible {
  /// The band in its one canonical form.
  package var description: String {
    "band(\((["\(value)"] + bounds.map { Decimal6(micros: $0).description }).joined(separator: ",")))"
  }
}
