/// The counts of one source's rows by what the import did with them.
public struct SourceCounts: Sendable {
  /// The source's name.
  package var name: String
  /// Rows read; always stored + duplicates + rejected.
  package var rowsRead: Int
  /// Rows stored.
  package var stored: Int
  /// Rows without new values.
  package var duplicates: Int
  /// Duplicate rows of runners by the month of their race, such as `2024-03`; nil if unknown.
  package var duplicateMonths: [String: Int]?
  /// Rows rejected.
  package var rejected: Int
  /// Rejected rows by reason.
  package var reasons: [String: Int]

  /// Creates the counts of one source.
  public init(
    name: String, rowsRead: Int, stored: Int, duplicates: Int,
    duplicateMonths: [String: Int]? = nil, rejected: Int, reasons: [String: Int]
  ) {
    self.name = name
    self.rowsRead = rowsRead
    self.stored = stored
    self.duplicates = duplicates
    self.duplicateMonths = duplicateMonths
    self.rejected = rejected
    self.reasons = reasons
  }
}
