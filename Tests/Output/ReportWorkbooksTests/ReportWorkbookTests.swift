import ColumnStore
import Columns
import EntityReports
import Foundation
import Questions
import ReportWriters
import RunnerKeys
import StoreSupport
import TabularFiles
import TestSupport
import Testing

@testable import ReportWorkbooks

struct ReportWorkbookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ["jockey", "draw+course", "date+is_favourite", "year+sp+month", "band(sp, 2, 4, 8)", "none"]
  ])
  func `every cell is that of the CSV file`(dimensions: [String]) throws {
    let snapshot = try StoreFixture.season(runners: 6000, seed: 11)
    var request = ReportRequest(
      dimensions: try dimensions.map { try Dimension($0) },
      windows: try Window.list(["90d", "all"]))
    try request.figures.setBets(["sp", "tote", "bsp", "ew", "lay_bsp"])
    request.figures.luck = .bh
    request.figures.isShrunk = true
    request.hasTotals = true
    let answers = try ReportJob(request, from: snapshot).run().answers
    let parts = answers.map { ($0.report.dimension.fileName, $0) }
    let book = try written(parts)
    let names: [String] = book.sheets.map(\.name)
    #expect(names == parts.map { String($0.0.prefix(31)) } + ["About"])
    for (sheet, part) in zip(book.sheets, parts) {
      let report = part.1.report
      let compared = try compare(sheet, report)
      #expect(compared == report.rows.count * report.header.count && compared > 100)
    }
  }

  @Test func `numbers, days and text have their formats, figures stand right`() throws {
    let csv = """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,007,1,3.25
      1,2026-01-01,2,Bob,2,2
      """
    let answer = try self.answer(csv: csv, by: "jockey+number")
    let sheet = try written([("jockey-number", answer)]).sheets[0]
    #expect(sheet.frozenRows == 1)
    #expect(sheet.filter == "A1:AN3")
    let expected: [(String, WorkbookReader.Cell)] = [
      ("jockey", cell(text: "007")), ("number", cell(1, isRight: true)),
      ("window", cell(text: "all")), ("from", cell(46_023, "yyyy-mm-dd")),
      ("runs", cell(1, "#,##0")), ("win_rate", cell(1, "0.00%")),
      ("win_rate_low", cell(0.206549, "0.00%")), ("sp_returned", cell(3.25, "#,##0.00")),
      ("sp_roi", cell(2.25, "0.00%")), ("expected_wins", cell(0.3810, "#,##0.0000")),
      ("ae", cell(2.625, "0.000000")), ("max_drawdown", cell(0, "#,##0.00")),
      ("recent_form", cell(text: "1")), ("last_run", cell(46_023, "yyyy-mm-dd")),
    ]
    for (name, cell) in expected {
      let column = try #require(answer.report.header.firstIndex(of: name))
      #expect(sheet[1, column] == cell, "\(name)")
      let title = try #require(sheet[0, column])
      let isText = ["jockey", "window", "recent_form"].contains(name)
      #expect(title.text == name && title.isBold && title.isRight == !isText, "\(name)")
      #expect(sheet.widths[column] >= Double(name.count + 4), "\(name)")
    }
    // Without a price at the tote there is no return.
    #expect(sheet[1, try #require(answer.report.header.firstIndex(of: "tote_roi"))] == nil)
  }

  @Test func `text is never a formula, a link or a mark, whatever its characters`() throws {
    let long = String(repeating: "x", count: 1000)
    let names = [
      "=1+1", "+1", "-1", "@SUM(A1)", "http://example.org/", "'quoted", "<a href='x'>&amp;</a>",
      "0123", "1e5", "TRUE", "bell\u{7}", "\u{1B}[31mred", "_x0041_", "_x005F_x0041_", "a_xZZZZ_",
      "over\u{202E}esrever", "mark\u{200F}ed", "\u{FFFE}", "\u{FFFF}!", "😀 潘頓", long, "{=A1}",
    ]
    let rows = names.enumerated().map { "\($0),2026-01-01,1,\"\($1)\",1,3" }
    let csv = "race_id,date,number,jockey,position,sp\n" + rows.joined(separator: "\n")
    let answer = try self.answer(csv: csv, by: "jockey")
    let book = try written([("jockey", answer)])
    // Imports trim and fold some characters; the CSV file has what a name has become.
    #expect(answer.report.rows.count > names.count - 3)
    _ = try compare(book.sheets[0], answer.report)
    let stored = Set(answer.report.rows.map { $0.keys[0] })
    for name in ["=1+1", "@SUM(A1)", "http://example.org/", "_x0041_", "0123", long] {
      #expect(stored.contains(name))
    }
    #expect(!book.elements.contains("f") && !book.elements.contains("hyperlink"))
  }

  @Test(arguments: [
    ("plain", "plain"), ("tab\tand\nline", "tab\tand\nline"), ("\u{0}", "_x0000_"),
    ("a\rb", "a_x000D_b"), ("\u{1B}[0m", "_x001B_[0m"), ("_x0041_", "_x005F_x0041_"),
    ("_x00e9_", "_x005F_x00e9_"), ("_x12_", "_x12_"), ("x_x004", "x_x004"), ("\u{FFFE}", "_xFFFE_"),
    ("\u{FFFD}", "\u{FFFD}"), ("🐎_x0007_", "🐎_x005F_x0007_"), ("", ""),
  ])
  func `what XML cannot hold is marked as Excel marks it`(text: String, encoded: String) {
    #expect(ExcelText.encoded(text) == encoded)
  }

  @Test func `sheets have names that Excel takes, each once`() {
    let long = "days_since_last_run_band-field_size_band"
    let names = [
      "jockey", "Jockey", "about", "History", "a/b\\c?d*e[f]g:h", "'quoted'", "", long, long + "2",
      "tab\tbell\u{7}", String(repeating: "🐎", count: 20),
    ]
    #expect(
      SheetNames.of(names) == [
        "jockey", "Jockey~2", "about~2", "History~2", "a_b_c_d_e_f_g_h", "_quoted_", "_",
        "days_since_last_run_band-field_", "days_since_last_run_band-fiel~2", "tab_bell_",
        String(repeating: "🐎", count: 15),
      ])
    #expect(SheetNames.of(names).allSatisfy { $0.utf16.count <= 31 })
  }

  /// Sources: XlsxWriter's rules of quoting (`quote_sheetname`), and Excel's forms of references.
  @Test(arguments: ["Q1", "top10", "2024", "1st.run", "R1C1", "rc", "R", "c3", "XFD1", "true"])
  func `a sheet's name is no reference, number or truth value`(name: String) {
    let names = SheetNames.of([name, "quarter1", "jockey"])
    #expect(names == ["Report " + name, "quarter1", "jockey"])
  }

  @Test(arguments: [
    ("0024-05-31", "1000-01-01"), ("1970-01-02", "1970-01-02"), ("9999-12-31", "9999-12-31"),
  ])
  func `a workbook's time has a year of four digits`(day: String, told: String) throws {
    for later in [Int32(0), 1] {
      let path = folder.file("\(later).xlsx")
      let asOf = Day(try #require(Day(iso: day)).number + later)
      let book = try WorkbookFile(path, as: path, of: asOf, isLarge: false)
      try book.sheet("x").write("x", book.format("General"), row: 0, column: 0)
      try book.close()
      let last = day == "1970-01-02" && later == 1 ? "1970-01-03" : told
      #expect(try WorkbookReader(path).times == Array(repeating: "\(last)T00:00:00Z", count: 2))
    }
  }

  @Test func `a text that no cell holds is cut where the run is reported`() {
    let longest = String(repeating: "x", count: 32_767)
    #expect(ExcelText.cut(longest) == longest)
    #expect(ExcelText.cut(longest + "y") == longest.dropLast() + "…")
  }

  @Test func `the last sheet states the question, the counts and the command`() throws {
    let csv = "race_id,date,number,jockey,position,sp\n1,2026-01-01,1,Ann,1,3\n"
    let answer = try self.answer(csv: csv, by: "jockey")
    let about = try #require(try written([("one", answer), ("two", answer)]).sheets.last)
    #expect(about.name == "About")
    let told = (0..<60).compactMap { row -> [String]? in
      about[row, 0]?.text.map { [$0, about[row, 1]?.text ?? ""] }
    }
    let expected = [
      ["Sheet", "one"], ["As of", "2026-01-02: only races before this day count"],
      ["Price bases", "sp, tote, bsp; never mixed in one figure"], ["Filter", "none"],
      ["Commission", "0.050000 of the net winnings in a market of the exchange"],
      ["Races", "1 with 1 starters, 0 non-runners, 0 unresolved"], ["Rejected rows", "1,234"],
      ["Sheet", "two"], ["Command", "railbird report --where 'sp < 10'"], ["Railbird", "1.2.3"],
    ]
    for fact in expected { #expect(told.contains(fact), "\(fact)") }
    #expect(
      told.filter { $0[0] == "Windows" } == [
        ["Windows", "all (2026-01-01 to 2026-01-01)"],
        ["Windows", "all (2026-01-01 to 2026-01-01)"],
      ])
  }

  @Test func `the same reports are the same bytes, of the day before which races count`() throws {
    let snapshot = try StoreFixture.season(runners: 2000, seed: 3)
    let answers = try ["jockey", "horse"].map { try self.answer(snapshot, by: $0) }
    let parts = answers.map { ($0.report.dimension.fileName, $0) }
    let first = try Data(contentsOf: URL(fileURLWithPath: write(parts, to: "a.xlsx")))
    let book = try WorkbookReader(folder.file("a.xlsx"))
    let asOf = answers[0].summary.scope.asOf.iso
    #expect(book.times == Array(repeating: "\(asOf)T00:00:00Z", count: 2))
    #expect(book.zipTimes.allSatisfy { $0 == [1980, 1, 1, 0, 0, 0] })
    // The library's clock counts seconds.
    Thread.sleep(forTimeInterval: 1.1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: write(parts, to: "b.xlsx"))) == first)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "a.xlsx", "b.xlsx",
      ])
  }

  @Test func `a report without rows has its titles`() throws {
    let csv = "race_id,date,number,jockey,position,sp\n1,2026-01-01,1,,1,3\n"
    let answer = try self.answer(csv: csv, by: "jockey")
    let sheet = try written([("jockey", answer)]).sheets[0]
    #expect(answer.report.rows.isEmpty)
    #expect(sheet.cells.count == answer.report.header.count && sheet[0, 0]?.text == "jockey")
  }

  @Test func `a day before Excel's calendar stays text`() throws {
    let csv = """
      race_id,date,number,jockey,position,sp
      1,1900-02-28,1,Ann,1,3
      2,1900-03-01,1,Bob,1,3
      """
    let answer = try self.answer(csv: csv, by: "date")
    let sheet = try written([("date", answer)]).sheets[0]
    let cells = (1...2).map { sheet[$0, 0] }
    #expect(cells.contains(self.cell(text: "1900-02-28")))
    #expect(cells.contains(self.cell(61, "yyyy-mm-dd")))
  }

  @Test func `more rows, columns or characters than Excel takes are refused, with the place`()
    throws
  {
    let limit = ReportWorkbook.rowLimit - 1
    try ReportWorkbook.check("jockey", rows: limit, columns: 16_384, for: "out/report.xlsx")
    #expect {
      try ReportWorkbook.check("jockey", rows: limit + 1, columns: 9, for: "out/report.xlsx")
    } throws: {
      "\($0)"
        == "out/report.xlsx: found 1,048,576 rows of the report jockey; expected at most "
        + "1,048,575, as a sheet has; CSV has no limit"
    }
    #expect {
      try ReportWorkbook.check("jockey", rows: 1, columns: 16_385, for: "r.xlsx")
    } throws: {
      "\($0)".hasPrefix(
        "r.xlsx: found 16,385 columns of the report jockey; expected at most 16,384")
    }
    let book = try WorkbookFile(folder.file("x"), as: "r.xlsx", of: Day(0), isLarge: true)
    let sheet = try book.sheet("jockey")
    let format = try book.format("General")
    // Emoji count twice, as in Excel.
    let fits = String(repeating: "🐎", count: 16_383)
    try sheet.write(fits, format, row: 0, column: 0)
    #expect {
      try sheet.write(fits + "ab", format, row: 2000, column: 0)
    } throws: {
      "\($0)"
        == "r.xlsx: found a text of 32,768 characters in row 2,001 of the sheet jockey; expected "
        + "at most 32,767, as a cell takes"
    }
  }

  // MARK: - Implementation

  private func cell(
    _ number: Double? = nil, _ format: String = "General", isRight: Bool = false,
    text: String? = nil
  ) -> WorkbookReader.Cell {
    WorkbookReader.Cell(
      text: text, number: number, format: format, isBold: false, isRight: isRight)
  }

  private func answer(csv: String, by dimension: String) throws -> ReportAnswer {
    try answer(StoreFixture.snapshot(csv: csv), by: dimension)
  }

  private func answer(_ snapshot: Snapshot, by dimension: String) throws -> ReportAnswer {
    let request = ReportRequest(dimensions: [try Dimension(dimension)], windows: [.all])
    return try ReportJob(request, from: snapshot).run().answers[0]
  }

  @discardableResult
  private func write(_ parts: [(String, ReportAnswer)], to name: String) throws -> String {
    let source = SourceCounts(
      name: "runners.csv", rowsRead: 2000, stored: 766, duplicates: 0, rejected: 1234, reasons: [:])
    let facts = RunFacts(
      command: "railbird report --where 'sp < 10'", version: "1.2.3", sources: [source])
    try ReportWorkbook.write(
      parts.map { (name: $0.0, answer: $0.1) }, facts, to: folder.file(name), as: name)
    return folder.file(name)
  }

  private func written(_ parts: [(String, ReportAnswer)]) throws -> WorkbookReader {
    try WorkbookReader(write(parts, to: "report.xlsx"))
  }

  /// Holds a sheet against the report's CSV file; returns the number of cells.
  private func compare(_ sheet: WorkbookReader.Sheet, _ report: EntityReport) throws -> Int {
    let rows = try csvRows(CSVReportWriter.text(report))
    let texts = Set(["window", "recent_form"])
    let days = Set(["date", "from", "to", "last_run"])
    let keyCount = report.dimension.keys.count
    for (row, cells) in rows.enumerated().dropFirst() {
      for (column, text) in cells.enumerated() {
        let (name, cell) = (rows[0][column], sheet[row, column])
        let place = "\(sheet.name), row \(row), \(name): found \(text)"
        if text.isEmpty {
          #expect(cell == nil, "\(place)")
        } else if days.contains(name), let day = Day(iso: text) {
          #expect(cell?.number == Double(day.number) + 25_569, "\(place)")
        } else if texts.contains(name) || column < keyCount && !isPlainNumber(text, report, column)
        {
          #expect(cell?.text == SpreadsheetGuard.unguarded(text), "\(place)")
        } else {
          #expect(cell?.number == Double(text), "\(place)")
        }
      }
    }
    #expect(sheet.cells.keys.allSatisfy { Int($0.split(separator: ",")[0])! < rows.count })
    return (rows.count - 1) * rows[0].count
  }

  private func isPlainNumber(_ text: String, _ report: EntityReport, _ column: Int) -> Bool {
    report.dimension.areNumbers[column] && text != "all"
  }
}
