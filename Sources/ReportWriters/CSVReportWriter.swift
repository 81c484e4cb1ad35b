import RacingReports

/// Entity reports as CSV: UTF-8, LF, RFC 4180.
public enum CSVReportWriter {
  /// A report's text.
  public static func text(_ report: EntityReport) -> String {
    var text = line(ReportColumns.header(of: report.dimension))
    for row in report.rows { text += line(row.cells.map { $0.text ?? "" }) }
    return text
  }

  static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return needsQuotes
      ? "\""
        + field.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\"" : field
  }
}
