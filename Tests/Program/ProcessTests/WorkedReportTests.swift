import Foundation
import TestSupport
import Testing

/// Figures that others print, asked of `railbird report`: each under the name of a jockey.
struct WorkedReportTests {
  /// Runners, most of them alone in their races, in Railbird's own layout.
  private struct Season {
    private(set) var lines = ["race_id,date,country,number,jockey,position,outcome,sp,bsp"]
    private var race = 0

    /// Adds a race: each runner's jockey, position and starting price.
    mutating func add(_ runners: [(jockey: String, position: Int, sp: String)], bsp: String = "") {
      race += 1
      for (index, runner) in runners.enumerated() {
        lines.append(
          "\(race),2026-01-01,US,\(index + 1),\(runner.jockey),\(runner.position),finished,"
            + "\(runner.sp),\(runner.position == 1 ? bsp : bsp.isEmpty ? "" : "5")")
      }
    }

    /// Adds winners at each of some odds, and losers, in races of their own.
    mutating func add(_ jockey: String, winners: [String], losers: Int) {
      for odds in winners { add([(jockey, 1, odds)]) }
      for _ in 0..<losers { add([(jockey, 2, "5")]) }
    }

    /// Adds a record whose winners' prices make some profits at sp and bsp, in hundredths.
    mutating func add(_ jockey: String, wins: Int, runs: Int, sp: Int, bsp: Int) {
      func odds(_ profit: Int, _ winner: Int) -> String {
        let returned = profit + 100 * runs
        let own = returned / wins + (winner < returned % wins ? 1 : 0)
        return "\(own / 100).\(own / 10 % 10)\(own % 10)"
      }
      for winner in 0..<wins { add([(jockey, 1, odds(sp, winner))], bsp: odds(bsp, winner)) }
      for _ in wins..<runs { add([(jockey, 2, "5")], bsp: "5") }
    }
  }

  private static func season() -> Season {
    var season = Season()
    season.add("E002", winners: ["9"], losers: 4)
    season.add("E003", winners: ["4.5", "1.8", "7", "11", "34"], losers: 0)
    season.add("E004", winners: Array(repeating: "2", count: 450), losers: 550)
    season.add("E005", winners: Array(repeating: "4.5", count: 250), losers: 750)
    season.add("E008", wins: 445, runs: 2_657, sp: -57_354, bsp: -31_790)
    season.add("E014", wins: 112, runs: 824, sp: -27_292, bsp: -19_567)
    season.add("E015", wins: 361, runs: 1_393, sp: 2_154, bsp: 13_495)
    for (odds, won) in [("3", true), ("5", false), ("7", true), ("4", false), ("3", false)] {
      season.add([("E022", won ? 1 : 2, odds)])
    }
    season.add("E024", winners: Array(repeating: "6", count: 15), losers: 0)
    for _ in 0..<85 { season.add([("E024", 2, "6")]) }
    season.add("E125", winners: Array(repeating: "3", count: 81), losers: 182)
    season.add("E127", winners: [], losers: 20)
    season.add("E130", winners: Array(repeating: "3", count: 7), losers: 43)
    // A record of 184 starts, 72 wins, 36 seconds and 30 thirds, among eight each.
    for (position, count) in [(1, 72), (2, 36), (3, 30), (8, 46)] {
      for _ in 0..<count {
        let others = (1...8).filter { $0 != position }.map { ("other", $0, "") }
        season.add([("E017", position, "9")] + others)
      }
    }
    for (jockey, position, runners) in [("E030", 3, 5), ("E032", 4, 7), ("E033", 4, 16)] {
      let others = (1...runners).filter { $0 != position }.map { ("other", $0, "") }
      season.add([(jockey, position, "9")] + others)
    }
    season.add([("E042 a", 1, "2.7"), ("E042 b", 2, "2.3"), ("E042 c", 3, "4.4")])
    return season
  }

  @Test func `published figures are the report's`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.season().lines.joined(separator: "\n") + "\n", to: "rows.csv")
    let (store, out) = (folder.file("store"), folder.file("out"))
    func run(_ arguments: [String]) throws {
      let result = try RailbirdProcess.run(arguments + ["--store", store, "--quiet"])
      try #require(result.exitCode == 0, "\(result.stderr)")
    }
    func cells() throws -> (String, String) throws -> Double {
      let lines = try String(contentsOfFile: out + "/jockey.csv", encoding: .utf8)
        .split(separator: "\n").map {
          $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
      return { jockey, column in
        let row = try #require(lines.first { $0[0] == jockey })
        let index = try #require(lines[0].firstIndex(of: column))
        return try #require(Double(row[index]))
      }
    }
    try run(["import", "--format", "railbird", file])
    let report = ["report", "--by", "jockey", "--windows", "all", "--out", out]
    try run(report + ["--commission", "0", "--place-terms", "us-show"])
    let cell = try cells()
    for (jockey, column, expected, tolerance) in [
      ("E002", "sp_profit", 4, 0), ("E003", "sp_profit", 53.3, 0),
      ("E004", "sp_profit", -100, 0), ("E004", "sp_roi", -0.1, 0),
      ("E005", "sp_profit", 125, 0), ("E005", "sp_roi", 0.125, 0),
      ("E008", "win_rate", 0.168, 1e-3), ("E008", "sp_roi", -0.216, 5e-4),
      ("E008", "bsp_roi", -0.12, 5e-4), ("E014", "win_rate", 0.136, 5e-4),
      ("E014", "sp_roi", -0.331, 5e-4), ("E014", "bsp_roi", -0.237, 5e-4),
      ("E015", "win_rate", 0.259, 5e-4), ("E015", "sp_roi", 0.015, 5e-4),
      ("E015", "bsp_roi", 0.097, 5e-4), ("E017", "win_rate", 0.39, 5e-3),
      ("E017", "place_rate", 0.75, 0), ("E030", "prb", 0.5, 0), ("E032", "prb", 0.5, 0),
      ("E033", "prb", 0.8, 0), ("E042 a", "expected_wins", 0.3587, 5e-5),
      ("E042 b", "expected_wins", 0.4211, 5e-5), ("E042 c", "expected_wins", 0.2201, 5e-5),
      ("E125", "win_rate_low", 0.2553, 5e-5), ("E125", "win_rate_high", 0.3662, 5e-5),
      ("E127", "win_rate_low", 0, 0), ("E127", "win_rate_high", 0.1611, 5e-5),
      ("E130", "win_rate_low", 0.069508, 1e-6), ("E130", "win_rate_high", 0.261862, 1e-6),
    ] as [(String, String, Double, Double)] {
      let found = try cell(jockey, column)
      #expect(abs(found - expected) <= tolerance + 1e-9, "\(jockey) \(column): found \(found)")
    }
    // Expected wins of prices as they are, overround and all.
    try run(report + ["--baseline", "raw"])
    let raw = try cells()
    #expect(abs(try raw("E022", "expected_wins") - 1.2595) < 5e-5 + 1e-9)
    #expect(abs(try raw("E022", "ae") - 1.587902) < 1e-6)
    #expect(abs(try raw("E024", "ae") - 0.9) < 1e-9)
  }

  /// Hits of 18 batters in their first 45 at bats of 1970 (Efron and Morris 1977): c = 0.212.
  @Test func `eighteen batters shrink as published`() throws {
    let folder = try TemporaryFolder()
    let hits = [18, 17, 16, 15, 14, 14, 13, 12, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7]
    var season = Season()
    for (batter, hits) in hits.enumerated() {
      season.add("B\(batter)", winners: Array(repeating: "3", count: hits), losers: 45 - hits)
    }
    let file = try folder.write(season.lines.joined(separator: "\n") + "\n", to: "rows.csv")
    let (store, out) = (folder.file("store"), folder.file("out"))
    for arguments in [
      ["import", "--format", "railbird", file],
      ["report", "--by", "jockey", "--windows", "all", "--shrink", "--out", out],
    ] {
      let result = try RailbirdProcess.run(arguments + ["--store", store, "--quiet"])
      try #require(result.exitCode == 0, "\(result.stderr)")
    }
    let lines = try String(contentsOfFile: out + "/jockey.csv", encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let place = try #require(lines[0].firstIndex(of: "win_rate_shrunk"))
    func shrunk(_ batter: Int) throws -> Double {
      let row = try #require(lines.first { $0[0] == "B\(batter)" })
      return try #require(Double(row[place]))
    }
    let mean = Double(hits.reduce(0, +)) / (18 * 45)
    for batter in [0, 1, 17] {
      let factor = (try shrunk(batter) - mean) / (Double(hits[batter]) / 45 - mean)
      #expect(abs(factor - 0.212) < 5e-4, "batter \(batter): \(factor)")
    }
  }
}
