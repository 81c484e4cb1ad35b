/// A piece of a cell's text: a column, and what its words mean.
public struct ColumnMapping: Equatable, Sendable {
  /// The case of a text's letters.
  public enum LetterCase: String, CaseIterable, Sendable {
    case upper
    case lower
  }

  /// A piece of a text that is cut at a mark.
  public struct Split: Equatable, Sendable {
    /// The mark.
    public var by: String
    /// The piece, counted from 1; negative numbers count from the end.
    public var part: Int

    package init(
      by: String, part: Int
    ) {
      self.by = by
      self.part = part
    }
  }

  /// The name of the file itself, as a column.
  public static let fileName = "@file"

  /// The file's column.
  public var column: String
  /// A text that stands as it is, in place of a column.
  public var literal: String?
  /// Texts that stand for no value; the empty text always does.
  public var empty: [String] = []
  /// Texts with a meaning of their own; a `*` at either end matches anything there.
  public var words: [String: String] = [:]
  /// A beginning that is cut off.
  public var stripPrefix: String?
  /// An ending that is cut off.
  public var stripSuffix: String?
  /// Takes the text between the last such opening and closing mark.
  public var between: [String]?
  /// Takes a piece of the text.
  public var split: Split?
  /// Takes what a regular expression's first group, or the whole of it, matches.
  public var match: String?
  /// Writes all letters alike.
  public var letters: LetterCase?

  /// Takes a column's cells as they stand.
  public init(column: String) {
    self.column = column
  }
}

/// One way to make a field's text: a column, or several joined.
public struct CellSource: Equatable, Sendable {
  /// The pieces, in order.
  public var parts: [ColumnMapping]
  /// The text between the pieces.
  public var separator = ""

  /// The columns it needs; the file's own name is always there.
  var columns: [String] {
    parts.filter { $0.literal == nil && $0.column != ColumnMapping.fileName }.map(\.column)
  }
}

/// The source of one field's value, and the notation of its text.
public struct FieldMapping: Equatable, Sendable {
  /// The fate of a text that cannot be read.
  public enum Bad: String, CaseIterable, Sendable {
    /// The row is refused.
    case reject
    /// The field stays empty.
    case null
  }

  /// Ways to make its text: the first that has one serves.
  public var sources: [CellSource]
  /// The file may lack the columns.
  public var optional = false
  /// The text of a row that has none.
  public var fallback: String?
  /// The fate of a text that cannot be read; by default the field decides: a fact without which a
  /// row still has its result stays empty and is listed.
  public var bad: Bad?
  /// The notations of the text, of which the first that reads it serves; none means the field's
  /// own.
  public var formats: [FieldFormat] = []
  /// The time zone of times that say none.
  public var zone: String?
  /// The time zone whose calendar day a point in time is turned into, for days.
  public var dayZone: String?
  /// On a clock of twelve hours without am or pm, times before this one are afternoon: µs of day.
  public var earliestMicros: Int64?
  /// On such a clock, the half of the day is the one in which the row's country races.
  public var followsCountry = false
  /// A mark between thousands.
  public var thousands: String?
  /// The mark before decimals, where it is not a point.
  public var decimalMark: String?
  /// The factor of numbers that are written in other units, such as hundredths, 10⁻⁶; nil for none.
  public var timesMicros: Int64?
  /// The stake that an amount is declared for.
  public var stake: Int64 = 1
  /// Whether keys are compared letter by letter, so that 007 and 7 are two.
  public var isExact = false
  /// The lowest odds accepted, inclusive, 10⁻⁶; by default they must be above 1.
  public var atLeastMicros: Int64?

  /// Takes a column's cells as they stand.
  public init(column name: String) {
    sources = [CellSource(parts: [ColumnMapping(column: name)])]
  }

  init(sources: [CellSource]) { self.sources = sources }

  /// Returns the field with the ways that a file has the columns for.
  package func limited(to columns: Set<String>) -> FieldMapping {
    var limited = self
    limited.sources = sources.filter { $0.columns.allSatisfy(columns.contains) }
    return limited
  }
}
