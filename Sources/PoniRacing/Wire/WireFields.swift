import APICore
import Columns
import Foundation

/// One JSON object whose fields have several spellings and whose numbers may be texts.
///
/// The seed's names and the live service's are both read. A field that nobody asks for is ignored,
/// and one that only describes is nil where it cannot be read: a strange age is no reason to lose
/// the horse.
struct WireFields {
  private let container: KeyedDecodingContainer<Name>

  /// A field's name, whatever it is.
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

  /// A text, or a number as it is written; nil where there is none or it is blank.
  ///
  /// The first of the spellings that has one counts.
  func text(_ names: String...) -> String? { text(names) }

  /// A text that must be there.
  func required(_ names: String...) throws(DecodingError) -> String {
    if let found = text(names) { return found }
    throw missing(names, expected: "a text or number")
  }

  /// What is wrong with a moment that is there and cannot be read; else nothing.
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

  /// A whole number, or the one that a text begins with, such as `2` in `2/9`; nil otherwise.
  func integer(_ names: String...) -> Int? {
    text(names).flatMap { Int($0.prefix { $0.isASCII && $0.isNumber || $0 == "-" }) }
  }

  /// A count that must be there, not below zero.
  func count(_ names: String...) throws(DecodingError) -> Int {
    if let found = text(names).flatMap({ Int($0) }), found >= 0 { return found }
    throw missing(names, expected: "a count")
  }

  /// A number, also with a percent sign behind it; nil where there is none.
  func number(_ names: String...) -> Double? {
    text(names).flatMap { Double($0.hasSuffix("%") ? String($0.dropLast()) : $0) }
      .flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether a field says yes: `1`, `true` or `yes`; nil where it says neither yes nor no.
  func flag(_ names: String...) -> Bool? {
    switch text(names)?.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }

  /// The runners, each read on its own; none where there is no list.
  func runners() -> (elements: [APIRunner], rejected: [JSONFailure]) {
    for name in ["runners", "horses"] {
      if let list = try? container.decodeIfPresent(LossyList<APIRunner>.self, forKey: Name(name)) {
        return (list.elements, list.rejected)
      }
    }
    return ([], [])
  }

  /// Texts, or the characters of one text such as `5446-`; empty where there are none.
  func form(_ names: String...) -> [String] {
    for name in names {
      if let list = try? container.decodeIfPresent([JSONValue].self, forKey: Name(name)) {
        return list.compactMap(\.text)
      }
    }
    return text(names)?.filter { !$0.isWhitespace }.map(String.init) ?? []
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
