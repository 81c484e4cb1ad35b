/// A kind of file that a report is written as.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Comma-separated values.
  case csv
  /// An array of objects.
  case json
}
