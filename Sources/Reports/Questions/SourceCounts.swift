/// The fate of one source's rows.
public struct SourceCounts: Sendable {
  /// The source's name.
  package var name: String
  /// Rows read; always stored + duplicates + rejected.
  package var rowsRead: Int
  /// Rows stored.
  package var stored: Int
  /// Rows that say nothing new.
  package var duplicates: Int
  /// Those of runners by the month of their race, such as `2024-03`; nil where this is not known.
  package var duplicateMonths: [String: Int]?
  /// Rows refused.
  package var rejected: Int
  /// Refused rows by reason.
  package var reasons: [String: Int]

  /// Counts of one source.
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
