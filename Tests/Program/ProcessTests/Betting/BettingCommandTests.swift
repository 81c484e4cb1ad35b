import Foundation
import TestSupport
import Testing

/// `railbird betting` over an imported journal, and the whole way from a bet to its figures.
struct BettingCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }

  init() throws {
    folder = try TemporaryFolder()
    // 2024-05-25 08:00 UTC and the seconds after.
    let start = 1_716_624_000_000_000
    let bets = [
      ("b1", "GBP", "sandbox", "1.00", "3.00"), ("b2", "GBP", "sandbox", "1.00", "0.00"),
      ("b3", "GBP", "real", "0.50", "0.25"), ("b4", "JPY", "sandbox", "100", "0"),
    ]
    var lines = bets.enumerated().flatMap { place, bet in
      [
        """
        {"bets":[{"bet_key":"\(bet.0)","currency":"\(bet.1)","economy":"\(bet.2)","game_id":"wheel",\
        "kind":"backed","lines":1,"result":"open","sent_at":\(start + place),"subject_key":"s",\
        "wager":"\(bet.3)"}],"event":"sent"}
        """,
        """
        {"bets":[{"bet_key":"\(bet.0)","payout":"\(bet.4)","result":"ok",\
        "settled_at":\(start + place + 9),"status":200}],"event":"answered"}
        """,
      ]
    }
    lines.append(
      """
      {"bets":[{"bet_key":"lost","currency":"GBP","economy":"sandbox","game_id":"wheel",\
      "kind":"backed","lines":1,"result":"open","sent_at":\(start + 50),"subject_key":"s",\
      "wager":"1.00"}],"event":"sent"}
      """)
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "bets.ndjson")
    try SyntheticStore.stock(store, [[path]], format: "betable")
  }

  private func betting(_ arguments: String...) throws -> ProcessResult {
    try RailbirdProcess.run(["betting", "--store", store] + arguments)
  }

  private func cells(_ file: String) throws -> [[String: String]] {
    let lines = CSVLines.fields(try String(contentsOfFile: file, encoding: .utf8))
    return lines.dropFirst().map { fields in
      Dictionary(uniqueKeysWithValues: zip(lines[0], fields))
    }
  }

  @Test func `files have a row per key and money, and no two moneys in one`() throws {
    let out = folder.file("out")
    let result = try betting("--by", "game,game+month", "--windows", "all", "--out", out)
    #expect(result.exitCode == 0, "\(result.stderr)")
    #expect(
      files(below: out) == ["game-month.csv", "game-month.json", "game.csv", "game.json"])
    let rows = try cells(out + "/game.csv")
    #expect(
      rows.map { [$0["economy"], $0["currency"], $0["bets"], $0["staked"], $0["profit"]] } == [
        ["sandbox", "GBP", "2", "2.0000", "1.0000"], ["real", "GBP", "1", "0.5000", "-0.2500"],
        ["sandbox", "JPY", "1", "100.0000", "-100.0000"],
      ])
    #expect(rows[0]["roi"] == "0.500000" && rows[0]["rtp"] == "1.500000")
    #expect(rows[0]["open"] == "1" && rows[0]["longest_losing_run"] == "1")
    #expect(try cells(out + "/game-month.csv").allSatisfy { $0["month"] == "2024-05" })
  }

  @Test func `bets are counted while they are read`() throws {
    #expect(try betting("--verbose").stderr == "5 of 5 bets\n")
  }

  @Test func `the summary names bets that no one knows of, and where to ask`() throws {
    let summary = try betting()
    #expect(summary.exitCode == 0 && summary.stdout.contains("wheel"))
    #expect(summary.stdout.contains("lost"))
    #expect(summary.stdout.contains("railbird fetch betting"))
  }

  @Test(arguments: [
    (["--by", "horse"], "--by"), (["--by", "game,game"], "--by"), (["--windows", "x"], "x"),
    (["--as-of", "soon"], "--as-of"), (["--min-bets", "-1"], "--min-bets"),
    (["--format", "xml"], "xml"),
  ])
  func `bad usage ends with 64 and names what was found`(options: [String], word: String) throws {
    let result = try parse(["betting", "--store", store] + options)
    #expect(result.exitCode == 64 && result.stderr.contains(word), "\(result.stderr)")
  }

  @Test func `a store without bets says what brings them`() throws {
    let races = try folder.write(
      "race_id,date,horse,number,position,sp\na,2024-05-25,Red Rum,1,1,2\n", to: "races.csv")
    let other = folder.file("races")
    _ = try RailbirdProcess.run([
      "import", "--store", other, "--format", "railbird", races, "--quiet",
    ])
    let result = try RailbirdProcess.run(["betting", "--store", other])
    #expect(result.exitCode == 1 && result.stderr.contains("fetch betting"), "\(result.stderr)")
  }
}
