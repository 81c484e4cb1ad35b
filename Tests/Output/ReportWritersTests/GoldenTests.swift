import Questions
import Foundation
import ReportWriters
import StoreSupport
import Testing

/// Whole files, written from a season of our own generator.
///
/// RECORD_GOLDEN=1 writes them again.
@Suite struct GoldenTests {
  private static let results = Result {
    let season = try StoreFixture.season(runners: 120, seed: 5)
    return try ["country+course", "jockey"].map {
      try reported(season, by: $0, windows: ["90d", "all"])
    }
  }

  @Test func `a report as CSV`() throws {
    try expectGolden(
      CSVReportWriter.text(try Self.results.get()[0].reports[0]), "country-course.csv")
  }

  @Test func `a report as JSON`() throws {
    try expectGolden(
      JSONReportWriter.text(try Self.results.get()[0].reports[0]), "country-course.json")
  }

  @Test func `a report's summary`() throws {
    let source = SourceCounts(
      name: "season.csv", rowsRead: 120, stored: 120, duplicates: 0, rejected: 0, reasons: [:])
    try expectGolden(
      SummaryWriter.text(try Self.results.get()[0].summary, sources: [source], version: "0"),
      "summary.json")
  }

  @Test func `a report as a league table`() throws {
    let text = LeagueTable.text(try Self.results.get()[1].reports[0], count: 3, minRuns: 3)
    try expectGolden(try #require(text), "league-table.txt")
  }

  /// Compares with a golden; a missing file fails, and so does recording: check a golden before it
  /// counts.
  private func expectGolden(_ text: String, _ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
      Issue.record(
        "recorded Golden/\(name); look at the difference, then run without RECORD_GOLDEN")
      return
    }
    guard let golden = try? Data(contentsOf: file) else {
      Issue.record("found no Golden/\(name); RECORD_GOLDEN=1 records it")
      return
    }
    let (found, expected) = (lines(text), lines(String(decoding: golden, as: UTF8.self)))
    for (number, pair) in zip(1..., zip(found, expected)) where pair.0 != pair.1 {
      Issue.record("Golden/\(name), line \(number): found \(pair.0); expected \(pair.1)")
      return
    }
    #expect(Data(text.utf8) == golden, "Golden/\(name)")
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
