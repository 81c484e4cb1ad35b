/// The fate of one source's rows.
public struct SourceCounts: Sendable {
  /// The source's name.
  public var name: String
  /// Rows read; always stored + duplicates + rejected.
  public var rowsRead: Int
  /// Rows stored.
  public var stored: Int
  /// Rows that say nothing new.
  public var duplicates: Int
  /// Those of runners by the month of their race, such as `2024-03`; nil where this is not known.
  public var duplicateMonths: [String: Int]?
  /// Rows refused.
  public var rejected: Int
  /// Refused rows by reason.
  public var reasons: [String: Int]

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
