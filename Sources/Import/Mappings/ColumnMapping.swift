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
  /// The row's day, as `2024-05-01`, in place of a column.
  package var isDay = false
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

  /// The columns it needs; the file's own name and the row's day need none.
  var columns: [String] {
    parts.filter { $0.literal == nil && !$0.isDay && $0.column != ColumnMapping.fileName }
      .map(\.column)
  }
}
