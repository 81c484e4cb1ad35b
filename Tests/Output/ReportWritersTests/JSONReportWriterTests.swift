import Foundation
import ReportWriters
import Testing

@Suite struct JSONReportWriterTests {
  @Test(
    arguments: [
      ("Ann", "\"Ann\""), ("\"A \"\"Ace\"\"\"", #""A \"Ace\"""#), (#"a\b"#, #""a\\b""#),
      ("\"a\nb\"", #""a\nb""#),
      ("a\u{1}b", #""a\u0001b""#), ("a\u{1F}b", #""a\u001fb""#), ("潘/頓", "\"潘/頓\""),
      ("\"\"\"\u{308}\"", "\"\\\"\u{308}\""), ("a\u{7F}🐎", "\"a\u{7F}🐎\""),
    ])
  func `text is escaped where JSON asks for it`(field: String, literal: String) throws {
    let text = JSONReportWriter.text(try reported(races(of: [field])).reports[0])
    #expect(text.utf8.starts(with: "[\n{\"jockey\":\(literal),\"window\":\"all\",".utf8))
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    #expect(parsed?.count == 1)
  }

  @Test func `numbers have the CSV's digits, undefined ones are null`() throws {
    let report = try reported("race_id,date,number,jockey,position\n1,2026-01-01,1,Ann,2").reports[
      0]
    let cells = CSVReportWriter.text(report).split(separator: "\n")[1]
      .split(separator: ",", omittingEmptySubsequences: false)
    let texts: Set = ["jockey", "window", "from", "to", "recent_form", "last_run"]
    let members = zip(report.header, cells).map { name, cell in
      "\"\(name)\":" + (texts.contains(name) ? "\"\(cell)\"" : cell.isEmpty ? "null" : "\(cell)")
    }
    #expect(JSONReportWriter.text(report) == "[\n{\(members.joined(separator: ","))}\n]\n")
  }

  @Test func `objects stand on lines of their own, and no row makes an empty array`() throws {
    let text = JSONReportWriter.text(try reported(races(of: ["A", "B", "C"])).reports[0])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 6 && lines[0] == "[" && lines[4] == "]" && lines[5] == "")
    #expect(lines[1].hasSuffix("},") && lines[2].hasSuffix("},") && lines[3].hasSuffix("}"))
    let none = JSONReportWriter.text(try reported(races(of: ["A"]), by: "owner").reports[0])
    #expect(none == "[\n]\n")
  }
}
