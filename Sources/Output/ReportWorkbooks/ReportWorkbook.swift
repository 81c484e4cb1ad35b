import Questions
import Columns
import EntityReports
import TabularFiles

/// The reports of a run as one Excel workbook: a sheet for each, and one about the run.
///
/// Each cell has the value of the CSV file's cell: the binary number nearest to the digits there,
/// or the text; an undefined cell is empty.
public enum ReportWorkbook {
  /// A report and its name.
  public typealias Part = (name: String, answer: ReportAnswer)

  /// The maximum number of rows of a sheet, including the title row.
  public static let rowLimit = Limits.sheetRows
  /// The maximum number of columns of a sheet.
  public static let columnLimit = Limits.sheetColumns

  /// The version of libxlsxwriter.
  public static var libraryVersion: String { WorkbookFile.libraryVersion }

  /// Refuses reports that no sheet can hold.
  ///
  /// - Parameters:
  ///   - parts: The reports.
  ///   - path: The workbook's path, for the message.
  /// - Throws: `FileError` `.malformed` for more rows or columns than Excel has.
  public static func check(_ parts: [Part], for path: String) throws(FileError) {
    for (name, answer) in parts {
      try check(
        name, rows: answer.report.rows.count, columns: answer.report.header.count, for: path)
    }
  }

  /// Writes a workbook.
  ///
  /// - Parameters:
  ///   - parts: The reports, in order; each gets a sheet.
  ///   - facts: The facts about the run, for the last sheet.
  ///   - draft: The file to write.
  ///   - path: The file's name in messages.
  ///   - progress: Receives the number of rows of all reports written so far. After the last one
  ///     the workbook is packed, which may take as long again.
  /// - Throws: `FileError` `.malformed` if Excel does not accept a value, `.cannotWrite` if the
  ///   disk refuses.
  public static func write(
    _ parts: [Part], _ facts: RunFacts, to draft: String, as path: String,
    progress: (Int) -> Void = { _ in }
  ) throws(FileError) {
    try check(parts, for: path)
    let cells = parts.map { $0.answer.report }.reduce(0) { $0 + $1.rows.count * $1.header.count }
    let asOf = parts.first?.answer.summary.scope.asOf ?? Day(0)
    let book = try WorkbookFile(draft, as: path, of: asOf, isLarge: cells > largeCellCount)
    let formats = try SheetColumn.Formats(book)
    let names = SheetNames.of(parts.map(\.name))
    var rows = 0
    for (name, part) in zip(names, parts) {
      let report = part.answer.report
      try write(report, to: book.sheet(name), formats) { progress(rows + $0) }
      rows += report.rows.count
    }
    try write(zip(names, parts).map { ($0, $1.answer) }, facts, to: book, formats)
    try book.close()
  }

  // MARK: - Implementation

  /// The number of rows between two checks of the disk.
  private static let blockRows = 4096
  /// The number of rows whose texts set the columns' widths.
  private static let measuredRows = 500
  /// The number of cells from which a workbook may exceed 4 GiB: a cell takes some 50 bytes.
  private static let largeCellCount = 1 << 25

  static func check(
    _ name: String, rows: Int, columns: Int, for path: String
  ) throws(FileError) {
    func refuse(_ count: Int, _ what: String, _ limit: Int) throws(FileError) {
      guard count > limit else { return }
      throw .malformed(
        file: path, found: "\(TextCount.grouped(count)) \(what) of the report \(name)",
        expected: "at most \(TextCount.grouped(limit)), as a sheet has; CSV has no limit")
    }
    try refuse(rows, "rows", rowLimit - 1)
    try refuse(columns, "columns", columnLimit)
  }

  private static func write(
    _ report: EntityReport, to sheet: WorkbookFile.Sheet, _ formats: SheetColumn.Formats,
    progress: (Int) -> Void
  ) throws(FileError) {
    let columns = zip(report.header, report.columns.units(of: report.dimension)).map {
      SheetColumn($0, $1, formats)
    }
    for (index, width) in textWidths(report).enumerated() {
      sheet.setWidth(columns[index].width(forTexts: width), ofColumn: index)
    }
    sheet.setHead(lastRow: report.rows.count, lastColumn: columns.count - 1)
    for (index, column) in columns.enumerated() {
      try column.writeTitle(to: sheet, column: index)
    }
    for start in stride(from: 0, to: report.rows.count, by: blockRows) {
      var failure: FileError?
      report.rows.visitCells(of: start..<min(start + blockRows, report.rows.count)) {
        row, column, cell in
        guard failure == nil else { return }
        do throws(FileError) {
          try columns[column].write(cell, to: sheet, row: row + 1, column: column)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      try sheet.flush()
      progress(min(start + blockRows, report.rows.count))
    }
  }

  /// Returns the width of the widest text of each column in the first rows.
  private static func textWidths(_ report: EntityReport) -> [Int] {
    var widths = report.header.map { _ in 0 }
    report.rows.visitCells(of: 0..<min(measuredRows, report.rows.count)) { _, column, cell in
      guard case .text(let text) = cell else { return }
      widths[column] = max(widths[column], DisplayWidth.of(text))
    }
    return widths
  }

  /// Writes the sheet about the run: names of facts beside their texts.
  private static func write(
    _ answers: [(sheet: String, answer: ReportAnswer)], _ facts: RunFacts, to book: WorkbookFile,
    _ formats: SheetColumn.Formats
  ) throws(FileError) {
    let sheet = try book.sheet(SheetNames.about)
    let wrapped = try book.format("General", .wrapped)
    let top = try book.format("General", [.bold, .wrapped])
    sheet.setWidth(16, ofColumn: 0)
    sheet.setWidth(100, ofColumn: 1)
    var row = 0
    func write(_ name: String, _ text: String, _ format: WorkbookFile.Format) throws(FileError) {
      try sheet.write(name, top, row: row, column: 0)
      try sheet.write(ExcelText.cut(text), format, row: row, column: 1)
      row += 1
    }
    for (name, answer) in answers {
      try write("Sheet", name, top)
      for (name, text) in answer.facts(rejected: facts.rejected) { try write(name, text, wrapped) }
      row += 1
    }
    try write("Command", facts.command, wrapped)
    try write("Railbird", facts.version, wrapped)
  }
}
