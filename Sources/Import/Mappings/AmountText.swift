import Columns
import Foundation
import Racing

/// Amounts of money as people write them: `£5`, `1,000円`, `-€2.50`, `(6.00)`.
package enum AmountText {
  /// Returns an amount in millionths; nil if the text is none.
  ///
  /// - Edge cases: letters of full width are like others. A minus sign may be on either side of
  ///   the currency; brackets mean a negative amount. Three digits follow each mark between
  ///   thousands.
  ///
  /// - Parameters:
  ///   - text: The text, with a currency in front or behind, or without one.
  ///   - mapping: The field, with its marks between thousands and before decimals; a comma and a
  ///     point if it names none.
  /// - Returns: The amount.
  package static func micros(_ text: String, _ mapping: FieldMapping) -> Int64? {
    let text = text.precomposedStringWithCompatibilityMapping
    let decimal = mapping.decimalMark?.first ?? "."
    let named = mapping.thousands?.first ?? ","
    let thousands = named == decimal ? nil : named
    guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit)
    else { return nil }
    var start = first
    // Some write half a pound as .50.
    if start > text.startIndex, text[text.index(before: start)] == decimal {
      start = text.index(before: start)
    }
    let (front, back) = (text[..<start], text[text.index(after: last)...])
    guard front.count + back.count <= Limits.amountMarks, !front.contains("."),
      let digits = digits(text[start...last], decimal, thousands),
      let micros = Decimal6(digits)?.micros, micros <= Limits.amountMicros
    else { return nil }
    let isNegative = (front + back).contains { "-−–(".contains($0) }
    return isNegative ? -micros : micros
  }

  // MARK: - Implementation

  private static func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }

  /// Returns the number without marks between thousands and with a decimal point.
  private static func digits(
    _ text: Substring, _ decimal: Character, _ thousands: Character?
  ) -> String? {
    let halves = text.split(separator: decimal, omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    let groups =
      thousands.map { halves[0].split(separator: $0, omittingEmptySubsequences: false) }
      ?? [halves[0]]
    guard groups.dropFirst().allSatisfy({ $0.count == 3 }),
      (groups + halves.dropFirst()).allSatisfy({ $0.allSatisfy(isDigit) })
    else { return nil }
    let whole = groups.joined()
    return (whole.isEmpty ? "0" : whole) + (halves.count == 2 ? "." + halves[1] : "")
  }
}
