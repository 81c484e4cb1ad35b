/// An output format of reports.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Comma-separated values.
  case csv
  /// An array of objects.
  case json
  /// A page for a browser, which also has the figures of luck.
  case html
  /// A workbook for spreadsheets.
  case xlsx

  /// The default formats.
  public static let standard: Set<ReportFormat> = [.csv, .json]

  /// All formats, in words.
  public static let expected =
    allCases.map(\.rawValue).joined(separator: ", ") + " or several of them"
}
