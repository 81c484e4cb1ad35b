/// A piece of a cell's text: a column, and the meanings of its words.
package struct ColumnMapping: Equatable, Sendable {
  /// The case of a text's letters.
  package enum LetterCase: String, CaseIterable, Sendable {
    case upper
    case lower
  }

  /// A piece of a text split at a mark.
  package struct Split: Equatable, Sendable {
    /// The mark.
    package var by: String
    /// The piece, counted from 1; negative numbers count from the end.
    package var part: Int

    package init(
      by: String, part: Int
    ) {
      self.by = by
      self.part = part
    }
  }

  /// The name for the file's own name, used as a column.
  package static let fileName = "@file"

  /// The file's column.
  package var column: String
  /// A fixed text in place of a column.
  package var literal: String?
  /// Texts that mean no value; the empty text always does.
  package var empty: [String] = []
  /// Texts and their meanings; a `*` at either end matches anything there.
  package var words: [String: String] = [:]
  /// A beginning to cut off.
  package var stripPrefix: String?
  /// An ending to cut off.
  package var stripSuffix: String?
  /// Takes the text between the last pair of these opening and closing marks.
  package var between: [String]?
  /// Takes one piece of the text.
  package var split: Split?
  /// Takes the match of a regular expression's first group, or of the whole expression.
  package var match: String?
  /// Converts all letters to one case.
  package var letters: LetterCase?

  /// Takes a column's cells unchanged.
  package init(column: String) {
    self.column = column
  }
}

/// One way to make a field's text: a column, or several joined.
package struct CellSource: Equatable, Sendable {
  /// The pieces, in order.
  package var parts: [ColumnMapping]
  /// The text between the pieces.
  package var separator = ""

  /// The columns it needs; the file's own name needs none.
  var columns: [String] {
    parts.filter { $0.literal == nil && $0.column != ColumnMapping.fileName }.map(\.column)
  }
}

/// The source of one field's value, and the notation of its text.
package struct FieldMapping: Equatable, Sendable {
  /// The rule for a text that cannot be read.
  package enum Bad: String, CaseIterable, Sendable {
    /// The row is refused.
    case reject
    /// The field stays empty.
    case null
  }

  /// The ways to make its text: the first that gives one is used.
  package var sources: [CellSource]
  /// The file may lack the columns.
  package var optional = false
  /// The text for a row that has none.
  package var fallback: String?
  /// The rule for a text that cannot be read; by default the field decides: a fact that is not
  /// needed for a row's result stays empty and is listed.
  package var bad: Bad?
  /// The notations of the text: the first that reads it is used; none means the field's default.
  package var formats: [FieldFormat] = []
  /// The language whose finish words come first, such as `sv`; nil for the general meanings.
  package var language: String?
  /// The time zone of times without one.
  package var zone: String?
  /// The time zone for calendar days, for points in time that are read as days.
  package var dayZone: String?
  /// For a twelve-hour clock without am or pm: earlier times than this are in the afternoon, µs of
  /// day.
  package var earliestMicros: Int64?
  /// For such a clock: whether the half of the day is the one in which the row's country races.
  package var followsCountry = false
  /// A mark between thousands.
  package var thousands: String?
  /// The mark before decimals, if it is not a point.
  package var decimalMark: String?
  /// The factor for numbers in other units, such as hundredths, 10⁻⁶; nil for none.
  package var timesMicros: Int64?
  /// The stake that an amount refers to.
  package var stake: Int64 = 1
  /// Whether keys are compared letter by letter, so that 007 and 7 are two.
  package var isExact = false
  /// The lowest odds accepted, inclusive, 10⁻⁶; by default they must be above 1.
  package var atLeastMicros: Int64?

  /// Takes a column's cells unchanged.
  package init(column name: String) {
    sources = [CellSource(parts: [ColumnMapping(column: name)])]
  }

  init(sources: [CellSource]) { self.sources = sources }

  /// Returns the field with only the ways that a file has the columns for.
  package func limited(to columns: Set<String>) -> FieldMapping {
    var limited = self
    limited.sources = sources.filter { $0.columns.allSatisfy(columns.contains) }
    return limited
  }
}
