import ColumnStore
import Columns
import DomainFeeds
import Foundation
import Racing
import RacingExport
import TestSupport
import Testing

struct ConnectionStatisticsTests {
  private static let table = RacingTables.connectionStats

  private func refresh(_ season: StoredSeason) throws -> Int? {
    try ConnectionStatistics.refresh(StoreWriter(existing: season.store), threads: 2)
  }

  private func rows(_ season: StoredSeason) throws -> [[String: String]] {
    let months = try ExportJob(season.snapshot).months(of: Self.table)
    return Array(months).flatMap { month in
      (0..<month.rowCount).map { row in
        Dictionary(
          uniqueKeysWithValues: zip(month.fields, month.columns).map {
            ($0.0.name, $0.1.cells[row] ?? "")
          })
      }
    }
  }

  @Test func `every row has the report's figures of its name and window`() throws {
    let season = try StoredSeason(runners: 1_200, seed: 5)
    let asOf = try #require(try season.snapshot.lastResultDay) + 1
    let written = try refresh(season)
    let found = try rows(season)
    #expect(written == found.count)
    var expected = 0
    for role in ["jockey", "trainer", "horse"] {
      let report = try season.report(by: role, asOf: asOf)
      expected += report.count
      let own = Dictionary(grouping: found.filter { $0["role"] == role }) {
        "\($0["name"]!)|\($0["window_days"]!)d"
      }
      for row in report {
        let stat = try #require(own["\(row[role]!)|\(row["window"]!)"]?.first)
        #expect(stat["runs"] == row["runs"] && stat["wins"] == row["wins"])
        #expect(stat["sample_with_sp"] == row["sp_bets"])
        #expect(stat["is_estimated"] == "false")
        // Exported decimals are doubles; both texts have the same millionths.
        #expect(micros(stat["roi"]) == micros(row["sp_roi"]))
        #expect(micros(stat["win_pct"]) == micros(row["win_rate"]).map { $0 * 100 })
      }
    }
    #expect(found.count == expected)
    let time = Int64(asOf.number) * 86_400_000_000
    #expect(found.allSatisfy { $0["event_time"] == "\(time)" })
  }

  @Test func `a table that is there is not computed again`() throws {
    let season = try StoredSeason(runners: 300, seed: 6)
    #expect(try refresh(season) != nil)
    let before = try season.snapshot.generation
    #expect(try ConnectionStatistics.isCurrent(season.snapshot))
    #expect(try refresh(season) == nil)
    #expect(try season.snapshot.generation == before)
  }

  @Test func `a commit of runners takes the table out, and the next refresh is up to date`() throws
  {
    let header = "race_id,date,number,horse,jockey,position,sp\n"
    let season = try StoredSeason(csv: header + "1,2026-03-01,1,Red,Ann,1,3\n")
    #expect(try refresh(season) == 6)
    try season.add(csv: header + "2,2026-03-05,1,Red,Ann,2,3\n", named: "more.csv")
    #expect(try !ConnectionStatistics.isCurrent(season.snapshot))
    #expect(try rows(season).isEmpty)
    #expect(try refresh(season) == 6)
    #expect(Set(try rows(season).map { $0["runs"]! }) == ["2"])
    // The same bytes again change nothing.
    try season.add(csv: header + "2,2026-03-05,1,Red,Ann,2,3\n", named: "more.csv")
    #expect(try ConnectionStatistics.isCurrent(season.snapshot))
  }

  @Test func `without a result there is nothing to write`() throws {
    let season = try StoredSeason(csv: "race_id,date,number,horse,position\n1,2026-03-01,1,Red,\n")
    #expect(try ConnectionStatistics.isCurrent(season.snapshot))
    #expect(try refresh(season) == nil)
  }

  @Test func `a store without the table exports its columns`() throws {
    let season = try StoredSeason(csv: "race_id,date,number,horse,position\n1,2026-03-01,1,Red,1\n")
    let path = season.folder.file("stats.csv")
    try ExportJob(season.snapshot).write(Self.table, to: path, as: .csv)
    let header = try String(contentsOfFile: path, encoding: .utf8).replacing("\"", with: "")
    #expect(
      header == RacingTables.connectionStatFields.map(\.name).joined(separator: ",") + "\n")
  }

  private func micros(_ text: String?) -> Int64? {
    guard let text, !text.isEmpty else { return nil }
    return Decimal6(text)?.micros
  }
}
