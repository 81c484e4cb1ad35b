import RacingReports
import TabularFiles

/// Entity reports as CSV: UTF-8, LF, RFC 4180.
///
/// Names that a spreadsheet would run as formulas are written as `SpreadsheetGuard` says.
public enum CSVReportWriter {
  /// A report's text.
  ///
  /// - Parameter report: The report.
  /// - Returns: A header line, then a line per row.
  public static func text(_ report: EntityReport) -> String {
    TextBlocks.collect { write(report, to: $0) }
  }

  /// Writes a report in blocks of whole lines.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - emit: Takes each block's UTF-8 bytes.
  /// - Throws: What `emit` throws.
  public static func write<Failure: Error>(
    _ report: EntityReport, to emit: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var blocks = TextBlocks()
    let header = ReportColumns.header(of: report.dimension)
    appendLine(header.map { .text($0) }, names: 0, to: &blocks.bytes)
    for row in report.rows {
      appendLine(row.cells, names: row.keys.count, to: &blocks.bytes)
      try blocks.emitIfFull(emit)
    }
    try blocks.emitRest(emit)
  }

  // MARK: - Implementation

  /// Appends a line whose first cells are names from outside.
  private static func appendLine(_ cells: [ReportCell], names: Int, to bytes: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if case .text(let text) = cell {
        CSVCell.append(index < names ? SpreadsheetGuard.guarded(text) : text, to: &bytes)
      } else {
        cell.append(to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
