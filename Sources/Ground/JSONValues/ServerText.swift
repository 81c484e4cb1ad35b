import Columns
import Foundation

/// A server's text, prepared for an error message: one short line without control characters.
///
/// Secrets are already removed: a client takes its credential out of each body.
package enum ServerText {
  /// The maximum width of a server's message, in terminal cells; a longer one is cut.
  package static let longestMessage = Limits.messageWidth

  /// Puts a text on one line: each control character, escape sequence and run of spaces becomes one
  /// space.
  ///
  /// A space, not nothing: otherwise a control character would join two words.
  package static func line(_ text: some StringProtocol, limit: Int = longestMessage) -> String {
    // Combining marks take no cells, so the number of scalars is bounded too.
    let bounded = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit * 8)))
    let unescaped = bounded.contains("\u{1B}") ? bounded.replacing(escapes, with: " ") : bounded
    let plain = DisplayWidth.printable(unescaped)
    let words = plain.split { $0 == " " || $0 == "\u{FFFD}" }
    return DisplayWidth.printable(words.joined(separator: " "), limit: limit)
  }

  /// Finds the reason in a body; nil if there is none.
  package static func message(in body: Data) -> String? {
    guard body.count <= Limits.searchedBytes, let text = String(validating: body, as: UTF8.self)
    else {
      return nil
    }
    if isMarkup(text) { return page(text) }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: body) else {
      let line = line(text)
      return line.isEmpty ? nil : line
    }
    return words(of: value, depth: 0).map { line($0) }
  }

  /// Names the content of a body that is not JSON; nil if its JSON is complete.
  static func lack(of body: Data) -> String? {
    let start = body.prefix(4096)
    let bare = start.drop { " \t\r\n".utf8.contains($0) }
    guard let first = bare.first else { return body.count > 4096 ? "blanks" : "an empty body" }
    let text = String(decoding: bare, as: UTF8.self)
    if isMarkup(text) { return page(text) }
    if (try? JSONDecoder().decode(JSONValue.self, from: body)) != nil { return nil }
    let isJSON = "{[\"-0123456789".utf8.contains(first)
    return isJSON ? "JSON that is damaged or cut off" : "“\(line(text, limit: 60))”"
  }

  /// Names the kind of a JSON text's value.
  static func kind(of json: Data) -> String {
    switch json.first(where: { !" \t\r\n".utf8.contains($0) }) {
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "a list"
    case UInt8(ascii: "\""): "a text"
    case UInt8(ascii: "n"): "null"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
    default: "a number"
    }
  }

  // MARK: - Implementation

  private static var escapes: Regex<Substring> {
    /\u{1B}\[[0-?]*[ -\/]*[@-~]|\u{1B}\][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\)?|\u{1B}./
  }

  private static func isMarkup(_ text: String) -> Bool {
    text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<"
  }

  /// Describes a page: `an HTML page, “502 Bad Gateway”`.
  private static func page(_ text: String) -> String {
    let start = text.prefix(1 << 14)
    let isHTML = start.contains(/<(?:!doctype )?html/.ignoresCase())
    let title = start.firstMatch(
      of: /<(?:title|h1|message)(?:\s[^>]*)?>([^<]+)</.ignoresCase())
    let words = title.map { line($0.1, limit: 100) } ?? ""
    return (isHTML ? "an HTML page" : "a page of markup") + (words.isEmpty ? "" : ", “\(words)”")
  }

  /// The members in which services give a reason, the most likely first.
  private static let names = [
    "message", "detail", "error_description", "msg", "reason", "description", "title", "error",
  ]

  private static func words(of value: JSONValue, depth: Int) -> String? {
    guard depth < 4 else { return nil }
    switch value {
    case .string(let text): return text.contains { !$0.isWhitespace } ? text : nil
    case .array(let values):
      let found = values.prefix(5).compactMap { words(of: $0, depth: depth + 1) }
      return found.isEmpty ? nil : found.joined(separator: "; ")
    case .object(let members):
      let byName = Dictionary(members.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
      let main = names.lazy.compactMap { name in
        byName[name].flatMap { words(of: $0, depth: depth + 1) }
      }.first
      let more = byName["errors"].flatMap { fields(of: $0, depth: depth + 1) }
      let found = [main, more].compactMap { $0 }
      return found.isEmpty ? nil : found.joined(separator: "; ")
    case .null, .bool, .number: return nil
    }
  }

  /// Joins messages by field, as in `{"date": ["must be a day"]}`.
  private static func fields(of value: JSONValue, depth: Int) -> String? {
    guard case .object(let members) = value else { return words(of: value, depth: depth) }
    let found = members.sorted { $0.key < $1.key }.prefix(5).compactMap { name, value in
      words(of: value, depth: depth + 1).map { "\(name): \($0)" }
    }
    return found.isEmpty ? words(of: value, depth: depth) : found.joined(separator: "; ")
  }
}
