import APICore
import Columns
import Foundation

/// One JSON object whose fields have several spellings and whose numbers may be texts.
///
/// It reads the seed's names and the live service's. Unrequested fields are ignored, and an
/// unreadable descriptive field is nil and reported: a strange age is no reason to drop the horse.
struct WireFields {
  private let container: KeyedDecodingContainer<Name>
  private let decoder: any Decoder

  /// A field's name.
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ decoder: any Decoder) throws(DecodingError) {
    self.decoder = decoder
    do {
      container = try decoder.container(keyedBy: Name.self)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
    }
  }

  /// Reads a text, or a number as text; nil if missing or blank.
  ///
  /// The first spelling with a value counts.
  func text(_ names: String...) -> String? { text(names) }

  /// Reads a price as text; the live service's lists and objects of prices count as none.
  func price(_ names: String...) -> String? { text(names, takesAny: true) }

  /// Reads a required text.
  func required(_ names: String...) throws(DecodingError) -> String {
    if let found = text(names) { return found }
    throw missing(names, expected: "a text or number")
  }

  /// Reads a time as text; an unreadable time is reported.
  func time(_ names: String...) -> String? {
    guard let found = text(names) else { return nil }
    if APIDate(found) == nil {
      let race = text(["race_id", "id_race"]).map { " as the time of race \($0)" } ?? ""
      report(
        names, "found “\(DisplayWidth.printable(found, limit: 40))”\(race)",
        expected: "one such as 2020-11-08 16:50:00")
    }
    return found
  }

  /// Reads an integer, or the one at a text's start, such as `2` in `2/9`; nil otherwise.
  func integer(_ names: String...) -> Int? { text(names).flatMap(Self.integer) }

  /// Reads an integer in the same way; any other text is reported.
  func number(_ name: String) -> Int? {
    guard let found = text([name]) else { return nil }
    if let number = Self.integer(found) { return number }
    report([name], found: found, expected: "a whole number")
    return nil
  }

  /// Reads a required count, not negative.
  func count(_ names: String...) throws(DecodingError) -> Int {
    if let found = text(names).flatMap({ Int($0) }), found >= 0 { return found }
    throw missing(names, expected: "a count")
  }

  /// Reads a percentage, with or without its sign; nil if missing; nil and reported if unreadable.
  func percentage(_ names: String...) -> Double? {
    guard let found = text(names) else { return nil }
    let number = Double(found.hasSuffix("%") ? String(found.dropLast()) : found)
    if let number, number.isFinite { return number }
    report(names, found: found, expected: "a number")
    return nil
  }

  /// Reads a flag: `1`, `true` or `yes` is true; a text that is neither yes nor no is nil and
  /// reported.
  func flag(_ names: String...) -> Bool? {
    guard let found = text(names) else { return nil }
    switch found.lowercased() {
    case "1", "true", "yes": return true
    case "0", "false", "no": return false
    default:
      report(names, found: found, expected: "1 or 0")
      return nil
    }
  }

  /// Reads the runners one by one, and reports unreadable ones; none if there is no list.
  func runners() -> [APIRunner] {
    for name in ["runners", "horses"] {
      let found = decoder.optional {
        try container.elements(APIRunner.self, Name(name), decoder)
      }
      if let found { return found }
    }
    return []
  }

  /// Reads texts, or the characters of one text such as `5446-`; empty if missing.
  func form(_ names: String...) -> [String] {
    for name in names {
      if let list = try? container.decodeIfPresent([JSONValue].self, forKey: Name(name)) {
        return list.compactMap(\.text)
      }
    }
    // Dashes and slashes separate years and seasons: they are no runs.
    return text(names)?.filter { !$0.isWhitespace && !"-/".contains($0) }.map(String.init) ?? []
  }

  // MARK: - Implementation

  private static func integer(_ text: String) -> Int? {
    Int(text.prefix { $0.isASCII && $0.isNumber || $0 == "-" })
  }

  private func report(_ names: [String], found: String, expected: String) {
    report(names, "found “\(DisplayWidth.printable(found, limit: 40))”", expected: expected)
  }

  /// Reports the spelling that is present.
  private func report(_ names: [String], _ finding: String, expected: String) {
    let name = names.first { container.contains(Name($0)) } ?? names[0]
    decoder.leaveOut(
      DecodingError.dataCorruptedError(
        forKey: Name(name), in: container, debugDescription: "\(finding); expected \(expected)"))
  }

  private func missing(_ names: [String], expected: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: container.codingPath,
        debugDescription: "found no \(names.joined(separator: " or ")); expected \(expected)"))
  }

  private func text(_ names: [String], takesAny: Bool = false) -> String? {
    var odd: (any Error)?
    for name in names {
      do {
        let found = try container.text(Name(name))?
          .trimmingCharacters(in: .whitespacesAndNewlines)
        if let found, !found.isEmpty { return found }
      } catch {
        odd = odd ?? error
      }
    }
    if let odd, !takesAny { decoder.leaveOut(odd) }
    return nil
  }
}
