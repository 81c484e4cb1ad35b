import Foundation
import RacingReports
import YAMLText

/// One key's value, with the key for messages.
struct SpecValue {
  let key: String
  let value: YAMLValue

  /// Whether nothing stands behind the key, or `null`.
  var isNull: Bool { value.isNull }

  /// A text or number as it is written.
  func text(_ expected: String) throws(SpecError) -> String {
    do {
      return try value.text(expected)
    } catch {
      throw mistake(error.found, expected: expected)
    }
  }

  /// A whole number.
  func integer(atLeast least: Int) throws(SpecError) -> Int {
    let expected = "a whole number from \(least) on"
    let text = try text(expected)
    guard let number = Int(text), number >= least, !text.hasPrefix("+") else {
      throw mistake(text, expected: expected)
    }
    return number
  }

  /// A list of texts, or one text that is cut at a separator.
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

  /// Calls what reads a text; its error becomes one of this key's.
  func naming<Result>(_ read: () throws(ReportError) -> Result) throws(SpecError) -> Result {
    do {
      return try read()
    } catch {
      throw mistake(error.found, expected: error.expected)
    }
  }

  /// Where the value stands: the file, the line and the key.
  var place: String { "\(value.place): \(key)" }

  func mistake(_ found: String, expected: String) -> SpecError {
    .mistake(place: place, found: found, expected: expected)
  }
}

extension YAMLMembers {
  /// A key's value; nil where it is not there.
  func value(_ key: String) -> SpecValue? { self[key].map { SpecValue(key: key, value: $0) } }
}
