import Foundation

/// One JSON object whose fields have several spellings and whose numbers may be texts.
///
/// The seed's names and the live service's are both read; a field that nobody asks for is ignored.
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
    } catch {
      throw Self.typed(error, decoder.codingPath)
    }
  }

  /// A text, or a number as it is written shortest; nil where there is none or it is blank.
  ///
  /// - Parameter names: The field's spellings, the preferred one first.
  func text(_ names: String...) -> String? { text(names) }

  /// A text that must be there.
  func required(_ names: String...) throws(DecodingError) -> String {
    if let found = text(names) { return found }
    throw missing(names, expected: "a text or number")
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

  /// A number; nil where there is none.
  func number(_ names: String...) -> Double? {
    text(names).flatMap { text in
      Double(text.hasSuffix("%") ? String(text.dropLast()) : text).flatMap {
        $0.isFinite ? $0 : nil
      }
    }
  }

  /// Whether a field says yes: `1`, `true` or `yes`; nil where it says neither yes nor no.
  func flag(_ names: String...) -> Bool? {
    switch text(names)?.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }

  /// The elements of a list that can be read; empty where there is none.
  func list<Element: Decodable>(_ names: String...) -> LossyElements<Element> {
    for name in names {
      if let found = try? container.decodeIfPresent(
        LossyElements<Element>.self, forKey: Name(name))
      {
        return found
      }
    }
    return LossyElements(elements: [], rejected: [])
  }

  /// Texts, or the characters of one text such as `5446-`; empty where there are none.
  func form(_ names: String...) -> [String] {
    for name in names {
      if let list = try? container.decodeIfPresent([WireText].self, forKey: Name(name)) {
        return list.compactMap(\.text)
      }
    }
    return text(names)?.filter { !$0.isWhitespace }.map(String.init) ?? []
  }

  // MARK: - Implementation

  private func missing(_ names: [String], expected: String) -> DecodingError {
    .keyNotFound(
      Name(names[0]),
      DecodingError.Context(
        codingPath: container.codingPath,
        debugDescription: "found no \(names.joined(separator: " or ")); expected \(expected)"))
  }

  private func text(_ names: [String]) -> String? {
    for name in names {
      if let found = try? container.decodeIfPresent(WireText.self, forKey: Name(name)),
        let text = found.text
      {
        return text
      }
    }
    return nil
  }

  static func typed(_ error: any Error, _ path: [any CodingKey]) -> DecodingError {
    error as? DecodingError
      ?? .dataCorrupted(
        DecodingError.Context(codingPath: path, debugDescription: "\(error)"))
  }
}

/// A text, number or truth value, as text.
struct WireText: Decodable {
  /// Without blanks around it; nil for null, a list, an object and a blank text.
  let text: String?

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      self.text = trimmed.isEmpty ? nil : trimmed
    } else if let number = try? value.decode(Int.self) {
      text = String(number)
    } else if let truth = try? value.decode(Bool.self) {
      text = truth ? "1" : "0"
    } else if let number = try? value.decode(Double.self) {
      text = number.description
    } else {
      text = nil
    }
  }
}
