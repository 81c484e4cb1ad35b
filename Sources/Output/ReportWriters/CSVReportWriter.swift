import Columns
import EntityReports
import Racing
import TabularFiles

/// Entity reports as CSV: UTF-8, LF, RFC 4180.
///
/// Names that a spreadsheet would run as formulas are guarded by `SpreadsheetGuard`.
public enum CSVReportWriter {
  /// Returns a report's text.
  ///
  /// - Parameter report: The report.
  /// - Returns: A header line, then a line per row.
  public static func text(_ report: EntityReport) -> String {
    var bytes: [UInt8] = []
    write(report) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a report in blocks of whole lines.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - threads: The maximum number of threads.
  ///   - progress: Receives the number of rows written so far.
  ///   - emit: Takes each block's UTF-8 bytes, in order.
  /// - Throws: The error of `emit`.
  public static func write<Failure: Error>(
    _ report: EntityReport, threads: Int = 1, progress: (Int) -> Void = { _ in },
    to emit: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let header = report.header
    var first: [UInt8] = []
    for (index, name) in header.enumerated() {
      if index > 0 { first.append(UInt8(ascii: ",")) }
      CSVCell.append(name, to: &first)
    }
    first.append(UInt8(ascii: "\n"))
    try emit(first)
    let areNames = report.dimension.areNumbers.map { !$0 }
    let last = header.count - 1
    try RowBlocks.write(report.rows, threads: threads, to: emit, progress: progress) {
      rows, bytes in
      report.rows.visitCells(of: rows) { _, column, cell in
        append(
          cell, isName: column < areNames.count && areNames[column], to: &bytes)
        bytes.append(column < last ? UInt8(ascii: ",") : UInt8(ascii: "\n"))
      }
    }
  }

  // MARK: - Implementation

  /// Appends a cell; names come from outside, so they are guarded.
  private static func append(_ cell: ReportCell, isName: Bool, to bytes: inout [UInt8]) {
    if case .text(let text) = cell {
      CSVCell.append(isName ? SpreadsheetGuard.guarded(text) : text, to: &bytes)
    } else {
      cell.append(to: &bytes)
    }
  }
}
