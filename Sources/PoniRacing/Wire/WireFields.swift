import APICore
import Columns
import Foundation

/// One JSON object whose fields have several spellings and whose numbers may be texts.
///
/// It reads the seed's names and the live service's. Unrequested fields are ignored, and an
/// unreadable descriptive field is nil: a strange age is no reason to lose the horse.
struct WireFields {
  private let container: KeyedDecodingContainer<Name>

  /// A field's name.
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ decoder: any Decoder) throws(DecodingError) {
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

  /// Reads a required text.
  func required(_ names: String...) throws(DecodingError) -> String {
    if let found = text(names) { return found }
    throw missing(names, expected: "a text or number")
  }

  /// Returns the problem of a time that is present but unreadable; none otherwise.
  func misdated(_ names: String...) -> [JSONFailure] {
    guard let found = text(names), APIDate(found) == nil else { return [] }
    let race = text(["race_id", "id_race"]).map { " as the time of race \($0)" } ?? ""
    return [
      JSONFailure(
        path: names.last ?? "",
        reason: "found “\(DisplayWidth.printable(found, limit: 40))”\(race); expected one such as "
          + "2020-11-08 16:50:00")
    ]
  }

  /// Reads an integer, or the one at a text's start, such as `2` in `2/9`; nil otherwise.
  func integer(_ names: String...) -> Int? {
    text(names).flatMap { Int($0.prefix { $0.isASCII && $0.isNumber || $0 == "-" }) }
  }

  /// Reads a required count, not negative.
  func count(_ names: String...) throws(DecodingError) -> Int {
    if let found = text(names).flatMap({ Int($0) }), found >= 0 { return found }
    throw missing(names, expected: "a count")
  }

  /// Reads a number, with or without a percent sign; nil if missing.
  func number(_ names: String...) -> Double? {
    text(names).flatMap { Double($0.hasSuffix("%") ? String($0.dropLast()) : $0) }
      .flatMap { $0.isFinite ? $0 : nil }
  }

  /// Reads a flag: `1`, `true` or `yes` is true; nil if it is neither yes nor no.
  func flag(_ names: String...) -> Bool? {
    switch text(names)?.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }

  /// Reads the runners one by one; none if there is no list.
  func runners() -> (elements: [APIRunner], rejected: [JSONFailure]) {
    for name in ["runners", "horses"] {
      if let list = try? container.decodeIfPresent(LossyList<APIRunner>.self, forKey: Name(name)) {
        return (list.elements, list.rejected)
      }
    }
    return ([], [])
  }

  /// Reads texts, or the characters of one text such as `5446-`; empty if missing.
  func form(_ names: String...) -> [String] {
    for name in names {
      if let list = try? container.decodeIfPresent([JSONValue].self, forKey: Name(name)) {
        return list.compactMap(\.text)
      }
    }
    // Dashes and slashes stand between years and seasons: they are no runs.
    return text(names)?.filter { !$0.isWhitespace && !"-/".contains($0) }.map(String.init) ?? []
  }

  // MARK: - Implementation

  private func missing(_ names: [String], expected: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: container.codingPath,
        debugDescription: "found no \(names.joined(separator: " or ")); expected \(expected)"))
  }

  private func text(_ names: [String]) -> String? {
    for name in names {
      let found = (try? container.text(Name(name)))??
        .trimmingCharacters(in: .whitespacesAndNewlines)
      if let found, !found.isEmpty { return found }
    }
    return nil
  }
}
