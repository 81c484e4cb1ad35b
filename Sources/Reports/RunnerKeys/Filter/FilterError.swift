import Columns

/// The reason why a text is not a filter, and the position in it.
public struct FilterError: Error, Equatable, Sendable {
  /// The mistake.
  public enum Kind: Equatable, Sendable {
    /// The text is empty.
    case empty
    /// The filter is too long, compares with too many values, or is nested too deeply.
    case tooLarge(found: String, expected: String)
    /// A name is not a field's; the nearest fields as messages show them, if some are similar.
    case unknownField(found: String, nearest: String)
    /// A value or comparison does not fit the field's type.
    case wrongType(found: String, expected: String)
    /// A value of the right kind that does not exist: a day, a time, an outcome.
    case badLiteral(found: String, expected: String)
    /// A quoted text has no closing quote.
    case unterminatedText(quote: String)
    /// An opening parenthesis has no closing one.
    case missingParenthesis(found: String)
    /// The text has something that the grammar does not allow here.
    case unexpected(found: String, expected: String)
  }

  /// The mistake.
  public let kind: Kind
  /// The filter.
  public let text: String
  /// The number of characters (Unicode scalars) before the mistake.
  public let position: Int
  /// The option that the text belongs to.
  private var option = "--where"

  init(_ kind: Kind, in text: String, at position: Int) {
    self.kind = kind
    self.text = text
    self.position = position
  }

  /// Returns the error of another option's text: `--having`, `--by` or `--columns`.
  package func of(_ option: String) -> FilterError {
    var error = self
    error.option = option
    return error
  }
}

extension FilterError: CustomStringConvertible {
  /// The text found and expected, and the line with a caret under the mistake.
  public var description: String {
    "\(option): \(mistake)"
  }

  /// The text found and expected, and the position, without the option's name.
  package var mistake: String {
    "found \(found); expected \(expected)" + (kind == .empty ? "" : "\n" + pointer)
  }

  private var isOnRows: Bool { option == "--having" }

  /// The text found, in the words of messages.
  var found: String {
    switch kind {
    case .empty: "no condition"
    case .unknownField(let found, _): "the field \(Self.shown(found))"
    case .unterminatedText(let quote): "a text that no \(quote) ends"
    case .tooLarge(let found, _), .wrongType(let found, _), .badLiteral(let found, _),
      .missingParenthesis(let found), .unexpected(let found, _):
      Self.shown(found)
    }
  }

  /// The text expected, in the words of messages.
  var expected: String {
    switch kind {
    case .empty: isOnRows ? "one such as runs >= 30" : "one such as sp < 10"
    case .unknownField(_, let nearest):
      (isOnRows ? "a column of the report" : "a field of runners or races")
        + (nearest.isEmpty
          ? isOnRows ? ", such as runs, sp_roi or ae" : ", such as course, distance_m or sp"
          : nearest)
    case .unterminatedText(let quote): "\(quote) at its end"
    case .missingParenthesis: ") to end what begins here"
    case .tooLarge(_, let expected), .wrongType(_, let expected), .badLiteral(_, let expected),
      .unexpected(_, let expected):
      expected
    }
  }

  private static func shown(_ found: String) -> String {
    DisplayWidth.printable(found, limit: 60)
  }
}

// MARK: - The line and its caret

extension FilterError {
  /// Characters of a long line that are shown on either side of the mistake.
  private static let shownBefore = 60
  private static let shownAfter = 30

  private var pointer: String {
    let before = text.unicodeScalars.prefix(position)
    let after = text.unicodeScalars.dropFirst(position)
    let lead = before.reversed().prefix { !Self.breaksLine($0) }.reversed().map(
      DisplayWidth.printable)
    let rest = after.prefix { !Self.breaksLine($0) }.map(DisplayWidth.printable)
    let isWhole = lead.count + rest.count <= Self.shownBefore + Self.shownAfter
    let shownLead = isWhole ? lead[...] : lead.suffix(Self.shownBefore)
    let shownRest = isWhole ? rest[...] : rest.prefix(Self.shownAfter)
    let start = (shownLead.count < lead.count ? "…" : "") + Self.string(shownLead)
    let line = start + Self.string(shownRest) + (shownRest.count < rest.count ? "…" : "")
    return "  \(line)\n  \(String(repeating: " ", count: DisplayWidth.of(start)))^"
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
