import Foundation
import RacingReports
import Yams

extension SpecValue {
  /// Whether nothing stands behind the key, or `null`.
  var isNull: Bool {
    guard let scalar = node.scalar else { return false }
    return scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  /// A text or number as it is written.
  func text(_ expected: String) throws(SpecError) -> String {
    guard let scalar = node.scalar, !isNull else { throw bad(node.kind, expected: expected) }
    return scalar.string
  }

  /// A whole number, without quotes.
  func integer(atLeast least: Int) throws(SpecError) -> Int {
    let expected = "a whole number from \(least) on"
    let text = try text(expected)
    guard node.scalar?.style == .plain, let number = Int(text), number >= least,
      !text.hasPrefix("+")
    else { throw bad(node.scalar?.style == .plain ? text : "the text \(text)", expected: expected) }
    return number
  }

  /// A list of texts, or one text that is cut at a separator.
  func list(separator: Character, expected: String) throws(SpecError) -> [String] {
    guard case .sequence(let items) = node else {
      return try text(expected).split(separator: separator, omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    var texts: [String] = []
    for item in items {
      let line = SpecPlace(place.file, line: item.mark?.line ?? place.line)
      texts.append(try SpecValue(key: key, place: line, node: item).text(expected))
    }
    return texts
  }

  /// Calls what reads a text; its error becomes one of this key's.
  func naming<Result>(_ read: () throws(ReportError) -> Result) throws(SpecError) -> Result {
    do {
      return try read()
    } catch {
      throw bad(error.found, expected: error.expected)
    }
  }

  func bad(_ found: String, expected: String) -> SpecError {
    .badValue(place, key: key, found: found, expected: expected)
  }
}

extension Node {
  /// The node's type in a message's words.
  var kind: String {
    switch self {
    case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : scalar.string
    case .mapping: "keys"
    case .sequence(let list): list.isEmpty ? "an empty list" : "a list"
    case .alias: "an alias"
    }
  }
}
