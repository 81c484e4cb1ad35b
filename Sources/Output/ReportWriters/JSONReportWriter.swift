import Columns
import EntityReports
import Racing

/// Entity reports as JSON: an array with one object per line, numbers with the CSV's digits.
public enum JSONReportWriter {
  /// Returns a report's text.
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
  ///   - threads: The maximum number of threads.
  ///   - progress: Receives the number of rows written so far.
  ///   - emit: Takes each block's UTF-8 bytes, in order.
  /// - Throws: The error of `emit`.
  public static func write<Failure: Error>(
    _ report: EntityReport, threads: Int = 1, progress: (Int) -> Void = { _ in },
    to emit: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let heads = Heads(report.header)
    let lastRow = report.rows.count - 1
    try emit(Array("[\n".utf8))
    try RowBlocks.write(report.rows, threads: threads, to: emit, progress: progress) {
      rows, bytes in
      heads.text.withUnsafeBufferPointer { text in
        report.rows.visitCells(of: rows) { row, column, cell in
          // Safety: the ends of the heads are inside their text, which is borrowed for the call.
          bytes.append(
            contentsOf: UnsafeBufferPointer(
              rebasing: text[heads.ends[column]..<heads.ends[column + 1]]))
          append(cell, to: &bytes)
          guard column == heads.ends.count - 2 else { return }
          bytes.append(UInt8(ascii: "}"))
          if row < lastRow { bytes.append(UInt8(ascii: ",")) }
          bytes.append(UInt8(ascii: "\n"))
        }
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

  /// The text before each cell of a row: `{` or `,`, then the column's name and a colon.
  ///
  /// One text holds all of them: with an array of arrays, each cell would retain an array.
  private struct Heads {
    var text: [UInt8] = []
    /// The first head's start, then the end of each.
    var ends = [0]

    init(_ names: [String]) {
      for name in names {
        text.append(text.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        text += Array((JSONText.string(name) + ":").utf8)
        ends.append(text.count)
      }
    }
  }
}
