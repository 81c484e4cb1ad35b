import Foundation
import TestSupport
import Testing

/// `railbird promotions` over imported journals.
struct PromotionsCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws {
    folder = try TemporaryFolder()
    let members = [
      """
      "quotes":[{"event_id":"7","starts_at":"2024-05-25T20:00:00Z","home":"Reds","away":"Blues",\
      "price_kind":"base","market_id":"1","market_name":"12","outcome_id":"1","outcome_name":"1",\
      "price":2},{"event_id":"7","starts_at":"2024-05-25T20:00:00Z","home":"Reds","away":"Blues",\
      "price_kind":"base","market_id":"1","market_name":"12","outcome_id":"2","outcome_name":"2",\
      "price":1.6}]
      """,
      """
      "boosts":[{"banner_id":"1","event_id":"7","title":"Reds to win","original_odd":2,\
      "boosted_odd":2.5,"status":"published","starts_at":"2024-05-25T08:00:00Z",\
      "ends_at":"2024-05-25T20:00:00Z"}]
      """,
      """
      "picks":[{"pick_id":"4","tipster_id":"101","tipster":"Jo","win_rate":0.68,"event_id":"9",\
      "starts_at":"2024-05-25T14:00:00Z","market_name":"Win","outcome_name":"Red Rum","odds":3}]
      """,
    ]
    let files = try members.enumerated().map { index, member in
      let line = "{\"fetched_at\":1716624000000000,\(member)}\n"
      return [try folder.write(line, to: "journal\(index).ndjson")]
    }
    try SyntheticStore.stock(store, files, format: "sportsbook")
  }

  private func promotions(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["promotions", "--store", store] + arguments)
  }

  @Test func `boosts, tipsters and picks are written as files, once races are there too`() throws {
    let races = try folder.write(
      """
      race_id,date,off_time,horse,number,position,sp
      a,2024-05-25,2024-05-25T14:00:00Z,Red Rum,1,1,2
      a,2024-05-25,2024-05-25T14:00:00Z,Old Oak,2,2,2

      """, to: "races.csv")
    let before = folder.file("before")
    #expect(try promotions("--out", before).exitCode == 0)
    #expect(try read(before + "/tipsters.csv").hasSuffix("101,Jo,0.680000,1,0,0,,,,,,,,,,,0,0,1\n"))
    let imported = try RailbirdProcess.run([
      "import", "--store", store, "--format", "railbird", races, "--quiet",
    ])
    try #require(imported.exitCode == 0, "\(imported.stderr)")
    let out = folder.file("out")
    let result = try promotions("--out", out)
    #expect(result.exitCode == 0 && result.stdout == "")
    #expect(result.stderr.contains("boosts 1, tipsters 1, picks 1 rows as csv and json in \(out)"))
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(
      names == [
        "boosts.csv", "boosts.json", "tipster-picks.csv", "tipster-picks.json", "tipsters.csv",
        "tipsters.json",
      ])
    // 0.5 / (0.5 + 0.625) = 4/9; 2.5 · 4/9 − 1 = 1/9.
    #expect(
      try read(out + "/boosts.csv").hasSuffix(
        ",12.0000,2,2.5,0.250000,0.500000,0.400000,0.444444,2.250000,0.111111,,,no_race\n"))
    #expect(
      try read(out + "/tipsters.csv").hasSuffix(
        "101,Jo,0.680000,1,1,1,1.000000,0.206549,1.000000,3.0000,2.0000,2.000000,-0.769147,2.000000,"
          + "0.5000,2.000000,0,0,0\n"))
  }

  @Test func `the summary is printed without files, and with them when asked for`() throws {
    let alone = try promotions()
    #expect(alone.exitCode == 0)
    #expect(alone.stdout.hasPrefix("1 boost, 1 with a fair price\n"))
    #expect(alone.stdout.contains("1 pick not settled: no such race in the store\n"))
    let shown = try promotions("--out", folder.file("shown"), "--show", "--format", "json")
    #expect(shown.stdout == alone.stdout)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("shown")).sorted()
        == ["boosts.json", "tipster-picks.json", "tipsters.json"])
  }

  @Test func `prices, boosts and picks are counted`() throws {
    let lines = try promotions("--verbose").stderr.split(separator: "\n")
    #expect(lines.first == "2 of 4 rows", "\(lines)")
    #expect(lines.last?.contains(/^4 of 4 rows, [\d,.]+\/s, 0 s left$/) == true, "\(lines)")
  }

  @Test func `bad usage ends with 64, a store without promotions with 1`() throws {
    let bad = try promotions("--format", "xml")
    #expect(bad.exitCode == 64)
    #expect(bad.stderr.contains("--format: found xml; expected csv, json or both"))
    let races = try folder.write("race_id,date,horse,position\na,2024-05-25,Red,1\n", to: "r.csv")
    let other = folder.file("other")
    _ = try RailbirdProcess.run(["import", "--store", other, "--format", "railbird", races])
    let none = try RailbirdProcess.run(["promotions", "--store", other])
    #expect(none.exitCode == 1)
    #expect(none.stderr.contains("found neither boosts nor tipsters' picks; expected some"))
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
