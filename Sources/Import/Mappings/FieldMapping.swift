import Racing

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
  /// The outcome of runners without a result in a race that has placed ones.
  package var unplaced: Outcome?
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

  /// Whether the row's day is a piece of its text.
  package var readsDay: Bool { sources.contains { $0.parts.contains(where: \.isDay) } }

  /// Returns the field with only the ways that a file has the columns for.
  package func limited(to columns: Set<String>) -> FieldMapping {
    var limited = self
    limited.sources = sources.filter { $0.columns.allSatisfy(columns.contains) }
    return limited
  }
}
