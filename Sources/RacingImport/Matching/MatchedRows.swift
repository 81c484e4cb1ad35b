import Columns

/// A file's rows after its races were matched with stored ones.
struct MatchedRows {
  /// The rows; those of a race that other sources tell of too bear its stored key and names.
  var rows: Table
  /// The rows that stay.
  var kept: [Int32]
  /// The races of the rows that stay, where matching has changed neither; nil else.
  var groups: RaceGroups?
  var rejects: [Reject] = []
  /// Races that other sources tell of too.
  var matchedCount = 0
  /// Races that were left out because they may be stored already.
  var ambiguousCount = 0
  /// Runners whose result the sources tell differently.
  var disagreementCount = 0
  /// Months in which dividends were led to their races.
  var monthsOfMovedDividends: [Month] = []
}
