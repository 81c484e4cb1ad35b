/// An output format of reports.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Comma-separated values.
  case csv
  /// An array of objects.
  case json
  /// A page to look at, which has the figures of luck too.
  case html

  /// The formats of a run that asks for none.
  public static let standard: Set<ReportFormat> = [.csv, .json]
}
