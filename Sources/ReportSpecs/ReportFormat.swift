/// An output format of reports.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Comma-separated values.
  case csv
  /// An array of objects.
  case json
}
