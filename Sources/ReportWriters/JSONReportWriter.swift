import RacingReports

/// Entity reports as JSON: an array with one object per line, numbers with the CSV's digits.
public enum JSONReportWriter {
  /// A report's text.
  ///
  /// - Parameter report: The report.
  /// - Returns: A JSON array.
  public static func text(_ report: EntityReport) -> String {
    var bytes: [UInt8] = []
    write(report) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a report in blocks of whole lines.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - threads: How many threads may work.
  ///   - emit: Takes each block's UTF-8 bytes, in order.
  /// - Throws: What `emit` throws.
  public static func write<Failure: Error>(
    _ report: EntityReport, threads: Int = 1, to emit: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let names = ReportColumns.header(of: report.dimension).map {
      Array((JSONText.string($0) + ":").utf8)
    }
    let last = (row: report.rows.count - 1, column: names.count - 1)
    try emit(Array("[\n".utf8))
    try RowBlocks.write(report.rows, threads: threads, to: emit) { rows, bytes in
      report.rows.visitCells(of: rows) { row, column, cell in
        bytes.append(column == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
        bytes += names[column]
        append(cell, to: &bytes)
        guard column == last.column else { return }
        bytes.append(UInt8(ascii: "}"))
        if row < last.row { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    try emit(Array("]\n".utf8))
  }

  private static func append(_ cell: ReportCell, to bytes: inout [UInt8]) {
    switch cell {
    case .empty: bytes += null
    case .text(let text): JSONText.append(text, to: &bytes)
    case .integer, .decimal: cell.append(to: &bytes)
    }
  }

  private static let null = Array("null".utf8)
}
