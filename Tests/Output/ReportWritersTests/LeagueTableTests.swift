import Columns
import ReportWriters
import Testing

@Suite struct LeagueTableTests {
  @Test func `the best and the worst stand at either end`() throws {
    // Jockey n wins once at odds n + 1 of two rides.
    let rows = (1...9).flatMap { n in
      ["\(n),2026-01-0\(n),1,J\(n),1,\(n + 1)", "\(n + 10),2026-02-0\(n),1,J\(n),2,2"]
    }
    let report = try reported(
      "race_id,date,number,jockey,position,sp\n" + rows.joined(separator: "\n"),
      windows: ["1d", "all"]
    ).reports[0]
    let text = try #require(LeagueTable.text(report, count: 2, minRuns: 2))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "jockey · all · at least 2 runs")
    #expect(lines.compactMap { $0.first == "J" ? $0.prefix(2) : nil } == ["J9", "J8", "J2", "J1"])
    #expect(lines[5] == "  …")
    let whole = try #require(LeagueTable.text(report, count: 5, minRuns: 2))
    #expect(whole.split(separator: "\n").count { $0.first == "J" } == 9)
  }

  @Test(arguments: [("x", 79), ("\u{1F40E}", 39)])
  func `a long name is cut, and leaves the figures where they are`(
    letter: String, kept: Int
  ) throws {
    let long = String(repeating: letter, count: 300)
    let report = try reported(races(of: ["Ann", long])).reports[0]
    let text = try #require(LeagueTable.text(report, minRuns: 1))
    let rows = text.split(separator: "\n").dropFirst(2).map(String.init)
    #expect(rows.contains { $0.hasPrefix(String(repeating: letter, count: kept) + "… ") })
    #expect(Set(rows.map { DisplayWidth.of($0) }).count == 1)
  }

  @Test func `there is no table without enough runs or a starting price`() throws {
    let few = try reported(races(of: ["Ann"])).reports[0]
    #expect(LeagueTable.text(few, minRuns: 2) == nil)
    #expect(LeagueTable.text(few, minRuns: 1) != nil)
    let unpriced = try reported("race_id,date,number,jockey,position\n1,2026-01-01,1,Ann,1")
    #expect(LeagueTable.text(unpriced.reports[0], minRuns: 1) == nil)
    let none = try reported(races(of: ["Ann"]), by: "owner").reports[0]
    #expect(LeagueTable.text(none, minRuns: 0) == nil)
  }
}
