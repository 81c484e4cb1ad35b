/// A piece of a cell's text: a column, and what its words mean.
package struct ColumnMapping: Equatable, Sendable {
  /// The case of a text's letters.
  package enum LetterCase: String, CaseIterable, Sendable {
    case upper
    case lower
  }

  /// A piece of a text that is cut at a mark.
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

  /// The name of the file itself, as a column.
  package static let fileName = "@file"

  /// The file's column.
  package var column: String
  /// A text that stands as it is, in place of a column.
  package var literal: String?
  /// Texts that stand for no value; the empty text always does.
  package var empty: [String] = []
  /// Texts with a meaning of their own; a `*` at either end matches anything there.
  package var words: [String: String] = [:]
  /// A beginning that is cut off.
  package var stripPrefix: String?
  /// An ending that is cut off.
  package var stripSuffix: String?
  /// Takes the text between the last such opening and closing mark.
  package var between: [String]?
  /// Takes a piece of the text.
  package var split: Split?
  /// Takes what a regular expression's first group, or the whole of it, matches.
  package var match: String?
  /// Writes all letters alike.
  package var letters: LetterCase?

  /// Takes a column's cells as they stand.
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

  /// The columns it needs; the file's own name is always there.
  var columns: [String] {
    parts.filter { $0.literal == nil && $0.column != ColumnMapping.fileName }.map(\.column)
  }
}

/// The source of one field's value, and the notation of its text.
package struct FieldMapping: Equatable, Sendable {
  /// The fate of a text that cannot be read.
  package enum Bad: String, CaseIterable, Sendable {
    /// The row is refused.
    case reject
    /// The field stays empty.
    case null
  }

  /// Ways to make its text: the first that has one serves.
  package var sources: [CellSource]
  /// The file may lack the columns.
  package var optional = false
  /// The text of a row that has none.
  package var fallback: String?
  /// The fate of a text that cannot be read; by default the field decides: a fact without which a
  /// row still has its result stays empty and is listed.
  package var bad: Bad?
  /// The notations of the text, of which the first that reads it serves; none means the field's
  /// own.
  package var formats: [FieldFormat] = []
  /// The time zone of times that say none.
  package var zone: String?
  /// The time zone whose calendar day a point in time is turned into, for days.
  package var dayZone: String?
  /// On a clock of twelve hours without am or pm, times before this one are afternoon: µs of day.
  package var earliestMicros: Int64?
  /// On such a clock, the half of the day is the one in which the row's country races.
  package var followsCountry = false
  /// A mark between thousands.
  package var thousands: String?
  /// The mark before decimals, where it is not a point.
  package var decimalMark: String?
  /// The factor of numbers that are written in other units, such as hundredths, 10⁻⁶; nil for none.
  package var timesMicros: Int64?
  /// The stake that an amount is declared for.
  package var stake: Int64 = 1
  /// Whether keys are compared letter by letter, so that 007 and 7 are two.
  package var isExact = false
  /// The lowest odds accepted, inclusive, 10⁻⁶; by default they must be above 1.
  package var atLeastMicros: Int64?

  /// Takes a column's cells as they stand.
  package init(column name: String) {
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
