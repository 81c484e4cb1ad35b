import Columns
import Foundation
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import Questions

/// The figures of luck, and shrunk rates, in cases whose answers are printed elsewhere, and on
/// seasons in which no runner is better than the market says.
@Suite struct LuckReportTests {
  private static func figures(_ adjust: (inout FigureChoice) -> Void) -> FigureChoice {
    var choice = FigureChoice.standard
    adjust(&choice)
    return choice
  }

  @Test func `a winner at 4.0 of a fair book is as lucky as computed by hand`() throws {
    let table = try ReportTable(
      """
      race_id,date,number,jockey,position,sp
      1,2026-01-01,1,Ann,1,4
      1,2026-01-01,2,Bob,2,4
      1,2026-01-01,3,Cy,3,2
      """
    ) { $0.figures = Self.figures { $0.luck = .bh } }
    // Expected 1, variance 16/4 − 1, z = 3/√3; λ = 3/16, twice scipy's gammainc(15/16, 3/16).
    #expect(
      table.cells("Ann", "expected_roi", "luck_sd", "z", "p")
        == ["0.000000", "1.732051", "1.732051", "0.390514"])
    #expect(table.cells("Cy", "luck_sd", "z") == ["1.000000", "-1.000000"])
    // Benjamini and Hochberg's rule for the least of three.
    let p = ["Ann", "Bob", "Cy"].map { Double(table[$0, "p"]!)! }.sorted()
    let q = min(1, 3 * p[0], 1.5 * p[1], p[2])
    #expect(abs(Double(table["Ann", "q"]!)! - q) < 3e-6)
    #expect(table.cells("Ann", "roi_without_top_1", "losing_run_median") == ["", "1"])
  }

  @Test func `returns without the best winners are those of the other bets`() throws {
    let odds = [30, 5, 12, 4, 2, 3, 8]
    let rows = odds.enumerated().map { "\($0),2026-01-\($0 + 10),1,Ann,\($0 < 6 ? 1 : 2),\($1)" }
    let table = try ReportTable(
      "race_id,date,number,jockey,position,sp\n" + rows.joined(separator: "\n")
    ) { $0.figures = Self.figures { $0.luck = .by } }
    // 30, 12 and 5 go, then 4 and 3; a winner at 2 and a loser stay.
    #expect(
      table.cells("Ann", "roi_without_top_1", "roi_without_top_3", "roi_without_top_5")
        == ["3.333333", "1.250000", "0.000000"])
  }

  /// Efron and Morris (1977): the factor is 0.212, and .400 becomes .294.
  @Test func `the eighteen batters' averages shrink as published`() throws {
    let hits = [18, 17, 16, 15, 14, 14, 13, 12, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7]
    let rows = hits.enumerated().flatMap { batter, hits in
      (0..<45).map {
        "\(batter)-\($0),2026-01-01,1,Batter \(batter),\($0 < hits ? 1 : 2)"
      }
    }
    let table = try ReportTable(
      "race_id,date,number,jockey,position\n" + rows.joined(separator: "\n")
    ) { $0.figures = Self.figures { $0.isShrunk = true } }
    let shrunk = (0..<18).map { batter in
      table["Batter \(batter)", "win_rate_shrunk"].flatMap(Double.init) ?? .nan
    }
    #expect(abs(shrunk[0] - 0.294) < 5e-4)
    // The distance between the best and the last was 11 hits of 45.
    #expect(abs((shrunk[0] - shrunk[17]) / (11.0 / 45) - 0.212) < 5e-4)
    #expect(Double(table["Batter 0", "win_rate_shrunk_low"]!)! < 0.265)
    // No runner has a price.
    #expect(table["Batter 0", "ae_shrunk"] == "")
  }

  @Test func `rows that are dropped still count in the prior`() throws {
    let csv = WildRaces(races: 120, salt: 9).csv
    let choice = Self.figures { $0.isShrunk = true }
    let all = try ReportTable(by: "jockey", csv) { $0.figures = choice }
    let middle = try #require(all[all.names[all.names.count / 2], "runs"])
    let runs = try #require(Int(middle))
    let some = try ReportTable(by: "jockey", csv) {
      $0.figures = choice
      $0.minRuns = runs + 1
    }
    #expect(!some.rows.isEmpty && some.rows.count < all.rows.count)
    for name in some.names {
      #expect(some[name, "win_rate_shrunk"] == all[name, "win_rate_shrunk"])
      #expect(some[name, "ae_shrunk_high"] == all[name, "ae_shrunk_high"])
    }
  }

  /// A season of 200 races whose winners are drawn by the market's own probabilities.
  static func season(_ random: inout SeededGenerator) -> String {
    var lines = ["race_id,date,number,jockey,position,sp"]
    for race in 0..<200 {
      let strengths = (0..<10).map { _ in Double.random(in: 0.2...4, using: &random) }
      let total = strengths.reduce(0, +)
      var chance = Double.random(in: 0..<total, using: &random)
      let winner = strengths.firstIndex { strength in
        chance -= strength
        return chance < 0
      }
      for (number, strength) in strengths.enumerated() {
        let odds = ((total / strength / 1.18 * 100).rounded()) / 100
        let jockey = Int.random(in: 0..<70, using: &random)
        lines.append(
          "\(race),\(Day(Int32(20_000 + race)).iso),\(number + 1),J\(jockey),"
            + "\(number == winner ? 1 : 2),\(max(1.01, odds))")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// `RAILBIRD_LUCK_SEASONS=1000` looks at as many seasons.
  @Test func `where no one is better than the market, q hardly ever says so`() throws {
    let wanted = ProcessInfo.processInfo.environment["RAILBIRD_LUCK_SEASONS"].flatMap { Int($0) }
    let count = wanted ?? LongForm.count(100, short: 12, "seasons of chance alone")
    var random = SeededGenerator(77)
    var found = 0
    for _ in 0..<count {
      let table = try ReportTable(
        by: "jockey", windows: ["all", "60d"], Self.season(&random)
      ) { $0.figures = Self.figures { $0.luck = .bh } }
      let q = table.header.firstIndex(of: "q")!
      if table.rows.contains(where: { Double($0[q]).map { $0 < 0.05 } ?? false }) { found += 1 }
    }
    print("q below 0.05 in \(found) of \(count) seasons of chance alone")
    // Five of a hundred, and three standard deviations of the count.
    let mean = 0.05 * Double(count)
    #expect(Double(found) <= mean + 3 * (mean * 0.95).squareRoot())
  }

  @Test func `a jockey who wins twice as often as the market says is found`() throws {
    var random = SeededGenerator(5)
    var lines = ["race_id,date,number,jockey,position,sp"]
    for race in 0..<400 {
      let wins = Double.random(in: 0..<1, using: &random) < 0.4
      let other = Int.random(in: 2...5, using: &random)
      for number in 1...5 {
        let isFirst = wins ? number == 1 : number == other
        let jockey = number == 1 ? "Ann" : "J\(Int.random(in: 0..<40, using: &random))"
        lines.append(
          "\(race),\(Day(Int32(20_000 + race)).iso),\(number),\(jockey),\(isFirst ? 1 : 2),4.5")
      }
    }
    let table = try ReportTable(lines.joined(separator: "\n")) {
      $0.figures = Self.figures { $0.luck = .by }
      $0.order = try RowOrder("q:asc")
    }
    #expect(table.names[0] == "Ann")
    #expect(Double(table["Ann", "q"]!)! < 0.001)
  }
}
