import Questions
import Columns
import Foundation
import ReportWriters
import Testing

@Suite struct SummaryWriterTests {
  @Test func `the summary counts what came before the as-of date`() throws {
    let result = try reported(
      """
      race_id,date,number,jockey,position,outcome,sp,tote,tote_paid,bsp
      1,2026-01-01,1,Ann,1,finished,3,,true,2.5
      1,2026-01-01,2,Bob,2,finished,,,true,
      1,2026-01-01,3,Cy,,non_runner,9,,true,9
      1,2026-01-01,4,Dee,,void,,,true,
      2,2026-01-02,1,Ann,,,,,,
      2,2026-01-02,2,,,fell,5,,,
      """, windows: ["14d", "all"])
    let text = SummaryWriter.text(
      result.summary,
      sources: [
        SourceCounts(
          name: "a \"b\".csv", rowsRead: 9, stored: 6, duplicates: 1, rejected: 2,
          reasons: ["sp": 1, "date": 1])
      ], version: "1.2.3")
    // Ann won with no dividend declared for her: no tote price, but Bob bet and lost.
    let expected = #"""
      {
      "as_of": "2026-01-03",
      "windows": ["14d","all"],
      "baseline": "multiplicative",
      "place_terms": "country",
      "commission_rate": 0.050000,
      "races": 2,
      "starters": 3,
      "non_runners": 1,
      "unresolved": 2,
      "prices": {"sp":{"with":2,"without":1},"tote":{"with":1,"without":2},"bsp":{"with":1,"without":2}},
      "sources": [
      {"source":"a \"b\".csv","rows_read":9,"stored":6,"duplicates":1,"rejected":2,"reasons":{"date":1,"sp":1}}],
      "engine_version": "1.2.3"
      }

      """#
    #expect(text == expected)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  @Test func `no source makes an empty array`() throws {
    let text = SummaryWriter.text(
      try reported(races(of: ["A"])).summary, sources: [], version: "1")
    #expect(text.contains("\"sources\": [],\n"))
  }
}
