import RacingReports

/// Entity reports as JSON: an array with one object per line, numbers with the CSV's digits.
public enum JSONReportWriter {
  /// A report's text.
  ///
  /// - Parameter report: The report.
  /// - Returns: A JSON array.
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
    let names = ReportColumns.header(of: report.dimension).map {
      Array((JSONText.string($0) + ":").utf8)
    }
    var blocks = TextBlocks()
    blocks.bytes += Array("[\n".utf8)
    for (index, row) in report.rows.enumerated() {
      if index > 0 { blocks.bytes += Array(",\n".utf8) }
      append(row, names, to: &blocks.bytes)
      try blocks.emitIfFull(emit)
    }
    blocks.bytes += Array((report.rows.isEmpty ? "]\n" : "\n]\n").utf8)
    try blocks.emitRest(emit)
  }

  private static func append(
    _ row: EntityReport.Row, _ names: [[UInt8]], to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    for (index, cell) in row.cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += names[index]
      switch cell {
      case .empty: bytes += Array("null".utf8)
      case .text(let text): JSONText.append(text, to: &bytes)
      case .integer, .decimal: cell.append(to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
