import Foundation
import ReportWriters
import SeasonTotals
import TestSupport
import Testing

/// docs/seasons.md is the source of its example, which is run here.
struct SeasonDocTests {
  private static func block(_ info: String) throws -> String {
    let path = RailbirdProcess.packageFolder + "/docs/seasons.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let start = try #require(text.range(of: "\n```\(info)\n"))
    let end = try #require(text[start.upperBound...].range(of: "\n```"))
    return text[start.upperBound..<end.lowerBound] + "\n"
  }

  @Test func `the example's lists give the season that is shown`() throws {
    let store = try ClubStore()
    for name in ["ledger", "roster", "rewards"] {
      let lines = try Self.block("csv \(name).csv").split(separator: "\n")
      try store.add(lines.joined(separator: "\n"))
    }
    let season = try StoredSeasons.last(in: store.snapshot)
    let request = SeasonRequest(season)
    let report = try SeasonJob(request, from: store.snapshot).run()
    let text = SeasonText.text(report, asOf: nil, zone: request.zone)
    #expect(text == (try Self.block("text season")))
  }
}
