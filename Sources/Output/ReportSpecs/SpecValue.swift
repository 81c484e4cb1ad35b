import Foundation
import RunnerKeys
import YAMLText

/// One key's value; the key is kept for messages.
struct SpecValue {
  let key: String
  let value: YAMLValue

  /// Whether the value is missing or `null`.
  var isNull: Bool { value.isNull }

  /// Reads a text, or a number as text.
  func text(_ expected: String) throws(SpecError) -> String {
    do {
      return try value.text(expected)
    } catch {
      throw mistake(error.found, expected: expected)
    }
  }

  /// Reads a whole number.
  func integer(atLeast least: Int) throws(SpecError) -> Int {
    let expected = "a whole number from \(least) on"
    let text = try text(expected)
    guard let number = Int(text), number >= least, !text.hasPrefix("+") else {
      throw mistake(text, expected: expected)
    }
    return number
  }

  /// Reads a list of texts, or splits one text at a separator.
  func list(separator: Character, expected: String) throws(SpecError) -> [String] {
    var texts: [String] = []
    for item in value.values {
      let text = try SpecValue(key: key, value: item).text(expected)
      let parts =
        value.isList
        ? [text[...]] : text.split(separator: separator, omittingEmptySubsequences: false)
      texts += parts.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return texts
  }

  /// Calls a reader of texts, with its error as an error of this key.
  func naming<Result>(_ read: () throws(ReportError) -> Result) throws(SpecError) -> Result {
    do {
      return try read()
    } catch {
      // A spec has the keys that a command line has as options.
      throw mistake(error.found, expected: error.expected.replacing("--", with: ""))
    }
  }

  /// The value's place: file, line and key.
  var place: String { "\(value.place): \(key)" }

  func mistake(_ found: String, expected: String) -> SpecError {
    .mistake(place: place, found: found, expected: expected)
  }
}

extension YAMLMembers {
  /// Returns a key's value; nil if absent.
  func value(_ key: String) -> SpecValue? { self[key].map { SpecValue(key: key, value: $0) } }
}
