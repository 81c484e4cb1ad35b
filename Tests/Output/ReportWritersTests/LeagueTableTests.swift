import Columns
import EntityReports
import Questions
import ReportWriters
import RunnerKeys
import StoreSupport
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

  @Test func `a table with luck has the losing run, chance's own, and the fall of the bank`() throws
  {
    let rows = [2, 2, 1, 2, 2].enumerated().flatMap { day, place in
      [
        "\(day),2026-01-0\(day + 1),1,Ann,\(place),4",
        "\(day),2026-01-0\(day + 1),2,Bob,\(3 - place),2",
      ]
    }
    let csv = "race_id,date,number,jockey,position,sp\n" + rows.joined(separator: "\n")
    func table(_ luck: FigureChoice.Adjustment?) throws -> [Substring] {
      var request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
      request.figures.luck = luck
      let result = try ReportJob(request, from: StoreFixture.snapshot(csv: csv)).run()
      return try #require(LeagueTable.text(result.reports[0], minRuns: 1)).split(separator: "\n")
    }
    let lines = try table(.bh)
    #expect(lines[1].hasSuffix("         q  losing run  by chance  drawdown"))
    // Ann loses twice, wins 3 and loses twice: the bank falls by 2, and the longest run is 2.
    let ann = try #require(lines.first { $0.hasPrefix("Ann") })
    let cells = ann.split(separator: " ").suffix(3)
    #expect(cells.first == "2" && cells.last == "2.00")
    #expect(cells.dropFirst().first.flatMap { Int($0) } != nil)
    #expect(try !table(nil)[1].contains("losing run"))
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
