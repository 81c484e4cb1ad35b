import Foundation
import Racing
import ReportWriters
import TestSupport
import Testing

@Suite struct CSVReportWriterTests {
  /// A name as an RFC 4180 field of the source, which the report must write the same way.
  @Test(
    arguments: [
      "Ann", "\"Smith, A\"", "\"A \"\"Ace\"\" B\"", "\"\"\"\"", "\"two\nlines\"",
      "Zoë O'Neill; Jr.", "潘頓 (P, \"Z\")".quoted,
      // The mark and the accent after it are one Character in Swift, and two in CSV.
      "\"A \"\"\u{308} B\"",
    ])
  func `fields are quoted where RFC 4180 asks for it`(field: String) throws {
    let text = CSVReportWriter.text(try reported(races(of: [field])).reports[0])
    let row = text.utf8.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    #expect(String(decoding: row.prefix(field.utf8.count), as: UTF8.self) == field)
    #expect(row.dropFirst(field.utf8.count).starts(with: ",all,".utf8))
  }

  /// Names as fields of the source, and as the report must write them.
  @Test(
    arguments: [
      (#""=HYPERLINK(""x"")""#, #""'=HYPERLINK(""x"")""#), ("+1", "'+1"), ("-1", "'-1"),
      ("@SUM", "'@SUM"), ("\"=a,b\"", "\"'=a,b\""), ("\"-a\nb\"", "\"'-a\nb\""), ("''=1", "''=1"),
      ("'O", "'O"), ("O'Neill-=+@", "O'Neill-=+@"),
    ])
  func `a name that a spreadsheet would run gets a mark in front`(
    field: String, written: String
  ) throws {
    let report = try reported(races(of: [field])).reports[0]
    let row = CSVReportWriter.text(report).utf8.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    #expect(String(decoding: row.prefix(written.utf8.count), as: UTF8.self) == written)
    #expect(row.dropFirst(written.utf8.count).starts(with: ",all,".utf8))
    // JSON is no spreadsheet's.
    #expect(
      JSONReportWriter.text(report).hasPrefix("[\n{\"jockey\":\"\(report.rows[0].keys[0].escaped)"))
  }

  @Test func `form and figures are written as they are`() throws {
    let report = try reported(
      "race_id,date,number,jockey,position,sp,outcome\n1,2026-01-01,1,Ann,,3,fell"
    ).reports[0]
    let cells = CSVReportWriter.text(report).split(separator: "\n")[1]
      .split(separator: ",", omittingEmptySubsequences: false)
    #expect(!cells.contains { $0.hasPrefix("'") } && cells.contains("-1.000000"))
  }

  @Test func `the header is the keys and the contract's columns`() throws {
    let report = try reported(races(of: ["Ann"]), by: "jockey+course").reports[0]
    let header = CSVReportWriter.text(report).split(separator: "\n")[0]
    let contract = """
      jockey,course,window,from,to,runs,wins,places,win_rate,win_rate_low,win_rate_high,\
      place_rate,sp_bets,sp_returned,sp_profit,sp_roi,sp_roi_low,sp_roi_high,tote_bets,\
      tote_returned,tote_profit,tote_roi,tote_roi_low,tote_roi_high,bsp_bets,bsp_returned,\
      bsp_profit,bsp_roi,bsp_roi_low,bsp_roi_high,expected_wins,ae,iv,prb,longest_losing_run,\
      current_losing_run,max_drawdown,recent_form,form_score,last_run
      """
    #expect(header == contract)
    #expect(report.dimension.fileName == "jockey-course")
  }

  @Test func `lines end in LF and undefined cells are empty`() throws {
    let report = try reported("race_id,date,number,jockey,position\n1,2026-01-01,1,Ann,2").reports[
      0]
    let text = CSVReportWriter.text(report)
    let row = """
      Ann,all,2026-01-01,2026-01-01,1,0,0,0.000000,0.000000,0.793451,0.000000,0,,,,,,0,,,,,,0,,,,,\
      ,,,,,1,1,,2,,2026-01-01
      """
    #expect(text.hasSuffix("last_run\n" + row + "\n"))
    #expect(!text.utf8.contains(UInt8(ascii: "\r")))
  }

  @Test(
    arguments: [
      (ReportCell.decimal(scaled: -5, places: 4), "-0.0005"),
      (.decimal(scaled: 0, places: 6), "0.000000"),
      (.decimal(scaled: 12_345, places: 4), "1.2345"),

      (.integer(-3), "-3"), (.text(""), ""),
    ])
  func `a cell's digits never say minus zero`(cell: ReportCell, text: String) {
    #expect(cell.text == text)
  }

  @Test func `an empty cell has no text`() {
    #expect(ReportCell.empty.text == nil)
  }
}

extension String {
  /// As JSON writes it between its quotes.
  fileprivate var escaped: String {
    replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
  }

  /// As a quoted field.
  fileprivate var quoted: String {
    "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
