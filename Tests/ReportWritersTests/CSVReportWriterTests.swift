import Foundation
import RacingReports
import ReportWriters
import TestSupport
import Testing

@Suite struct CSVReportWriterTests {
  /// A name as an RFC 4180 field of the source, which the report must write the same way.
  @Test(
    arguments: [
      "Ann", "\"Smith, A\"", "\"A \"\"Ace\"\" B\"", "\"\"\"\"", "\"two\nlines\"", "\"a\rb\"",
      "Zoë O'Neill; Jr.", "潘頓 (P, \"Z\")".quoted,
      // The mark and the accent behind it are one Character of Swift's, and two of CSV's.
      "\"A \"\"\u{308} B\"",
    ])
  func `fields are quoted where RFC 4180 asks for it`(field: String) throws {
    let text = CSVReportWriter.text(try reported(races(of: [field])).reports[0])
    let row = text.utf8.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    #expect(String(decoding: row.prefix(field.utf8.count), as: UTF8.self) == field)
    #expect(row.dropFirst(field.utf8.count).starts(with: ",all,".utf8))
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
  /// As a quoted field.
  fileprivate var quoted: String {
    "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
