import Foundation
import TestSupport
import Testing

/// Each formula of a report is in one place, and the reports read it there.
///
/// Rates are terms of `Racing/Numbers/Rate.swift`. Swap two terms of a rate there, and reports, cards,
/// features, tipsters and bets all print another figure.
struct FormulaTests {
  /// Modules that compute or write reports.
  private static let modules = [
    "RunnerKeys", "Questions", "EntityReports", "Cards", "Features", "Calibration", "AngleSearch",
    "ReportSQL", "ReportWriters", "PromotionFigures", "BettingFigures", "SeasonTotals",
  ]

  /// Files that may divide, and why.
  private static let dividing: Set = [
    // The arithmetic of filters.
    "RunnerKeys/Filter/FilterValue+Numbers.swift",
    // The last step of the cells of 64 rows; that of one alone is in `Racing`.
    "EntityReports/Figures/FigureBlock.swift",
    // Odds net of commission, and the mean ones in place of a tote's.
    "EntityReports/Figures/ReturnMoments.swift",
    // A number's place among those of its race, which is no rate.
    "Features/RaceComparison.swift",
    // A/E per price, whose shares in a race are chances.
    "ReportWriters/Cards/ChanceColumn.swift",
    // Room in memory.
    "EntityReports/ReportJob.swift",
  ]

  /// Code that divides sums, or rounds a quotient.
  static func divisions(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { line in
      // Few lines have either.
      guard line.utf8.contains(UInt8(ascii: "/")) || line.contains("dividedBy") else {
        return false
      }
      let code = line.firstMatch(of: /\/\//).map { line[..<$0.range.lowerBound] } ?? line
      return code.contains(/\/ \(?(Double|Float|Int128)\(|dividedBy:|\/ \(?unitStake/)
    }
  }

  @Test func `reports divide no sums themselves`() throws {
    for file in try Self.files() where !Self.dividing.contains(file.name) {
      let found = Self.divisions(file.text)
      #expect(found.isEmpty, "\(file.name): found \(found); expected a rate of Racing/Rate.swift")
    }
  }

  @Test func `a division is found, a comment about one is not`() {
    #expect(Self.divisions("let roi = Double(profit) / Double(bets)").count == 1)
    #expect(Self.divisions("return Rounding.halfEven(wins, dividedBy: runs)").count == 1)
    #expect(Self.divisions("/// Σ win shares / Double(runs)\nlet half = count / 2").isEmpty)
  }

  @Test(arguments: [
    ("strikeRate", ["ReportColumns", "FeatureMetric", "TipsterRow", "BetFigures"]),
    ("placeRate", ["ReportColumns", "FeatureMetric"]),
    (
      "roi",
      [
        "ReportColumns", "EntityFigures", "FeatureMetric", "TipsterRow", "BetFigures",
      ]
    ), ("actualOverExpected", ["ReportColumns", "FeatureMetric", "TipsterRow"]),
    ("impactValue", ["ReportColumns"]),
    ("rivalsBeaten", ["ReportColumns", "FeatureMetric"]),
    ("formScore", ["ReportColumns"]),
  ])
  func `reports read a rate where it is defined`(rate: String, readers: [String]) throws {
    let ways = ["Rate\\.\(rate)\\.of\\(", "WindowFigure\\(\\.\(rate)\\)", "rate\\(\\.\(rate)[,)]"]
    let use = try Regex(ways.joined(separator: "|"))
    let found = try Self.files().filter { $0.text.contains(use) }.map(\.name)
    for reader in readers {
      #expect(found.contains { $0.hasSuffix("/\(reader).swift") }, "\(rate) in \(reader)")
    }
  }

  @Test func `every rate is read by a report`() throws {
    let path = RailbirdProcess.packageFolder + "/Sources/Trade/Racing/Numbers/Rate.swift"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let rates = text.matches(of: /static let (\w+) = Rate\(/).map { String($0.output.1) }
    #expect(rates.count >= 7)
    let columns = try Self.files().first { $0.name.hasSuffix("/ReportColumns.swift") }
    for rate in rates { #expect(columns?.text.contains(".\(rate)") == true, "\(rate)") }
  }

  private static func files() throws -> [(name: String, text: String)] {
    let folders = try PackageModules.all.get()
    return try modules.flatMap { module in
      try (FileManager.default.subpaths(atPath: folders.path(of: module)) ?? [])
        .filter { $0.hasSuffix(".swift") }
        .map {
          (
            "\(module)/\($0)",
            try String(contentsOfFile: folders.path(of: module) + "/\($0)", encoding: .utf8)
          )
        }
    }
  }
}
