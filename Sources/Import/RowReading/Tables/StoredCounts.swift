import Columns

/// Counts of some rows on their way into the store.
package struct StoredCounts {
  /// Rows stored, including those that replace an older version.
  package var stored = 0
  /// Rows that say nothing new.
  package var duplicates = 0
  /// Duplicate runners by the month of their race.
  package var duplicateMonths: [Month: Int] = [:]
  /// Stored rows that replace an older version.
  package var replaced = 0
  /// Rows without a known outcome.
  package var unresolved = 0
  /// Races that another source has stored, too.
  package var matchedRaces = 0
  /// Races refused because they may be stored from another source already.
  package var ambiguousRaces = 0
  /// Runners of matched races whose results differ between the sources.
  package var disagreements = 0
  /// Rows refused.
  package var refused = 0
  /// All records, including those with another number of fields than the header.
  package var rowsRead = 0
  /// Records with another number of fields.
  package var skipped = 0
  /// Rows that are kept without cells that cannot be read.
  package var incomplete = 0
  /// Odd values of the stored rows.
  package var doubts = RowDoubts()
  /// Rows refused before, by their places among the open ones.
  package var brought = RowSet()

  package init(
    stored: Int = 0, duplicates: Int = 0, replaced: Int = 0, rowsRead: Int = 0, skipped: Int = 0
  ) {
    self.stored = stored
    self.duplicates = duplicates
    self.replaced = replaced
    self.rowsRead = rowsRead
    self.skipped = skipped
  }

  /// Adds runners that say nothing new.
  package mutating func addDuplicates(_ count: Int, in month: Month) {
    guard count > 0 else { return }
    duplicates += count
    duplicateMonths[month, default: 0] += count
  }

  /// Adds the counts of other rows.
  package static func += (left: inout StoredCounts, right: StoredCounts) {
    left.stored += right.stored
    left.duplicates += right.duplicates
    left.duplicateMonths.merge(right.duplicateMonths) { $0 + $1 }
    left.replaced += right.replaced
    left.unresolved += right.unresolved
    left.matchedRaces += right.matchedRaces
    left.ambiguousRaces += right.ambiguousRaces
    left.disagreements += right.disagreements
    left.refused += right.refused
    left.rowsRead += right.rowsRead
    left.skipped += right.skipped
    left.incomplete += right.incomplete
    left.doubts += right.doubts
    left.brought.formUnion(right.brought)
  }
}
