import ColumnStore
import EntityReports
import Questions
import RunnerKeys
import StoreSupport
import Testing

/// The short way to a return gives the figures of the report's `all` window.
@Suite struct ROIJobTests {
  private static let wild = Result {
    try StoreFixture.snapshot(csv: WildRaces(races: 300, salt: 91).csv)
  }

  private func expectSame(_ by: String, _ snapshot: Snapshot, threads: Int) throws {
    let dimension = try Dimension(by)
    var request = ReportRequest(dimensions: [dimension], windows: [.all])
    request.threads = threads
    let report = try ReportJob(request, from: snapshot).run().reports[0]
    let table = try ROIJob(dimension, from: snapshot, threads: threads).run()
    #expect(table.dimension == dimension)
    #expect(table.rows.map(\.keys) == report.rows.map(\.keys))
    for (row, reported) in zip(table.rows, report.rows) {
      let sp = reported.figures.bets(at: .sp)
      #expect(row.runs == reported.figures.runs && row.wins == reported.figures.wins)
      #expect(row.bets == sp.bets && row.returnedMicros == sp.profit + sp.bets * 1_000_000)
      let roi = reported["sp_roi"]!.number
      #expect((row.roi == nil) == (roi == nil))
      if let found = row.roi, let roi { #expect(abs(found - roi) <= 0.51e-6) }
    }
  }

  @Test(arguments: ["jockey", "horse", "owner", "jockey+trainer", "course", "weekday", "odds_band"])
  func `odd races give the report's figures in its order`(by: String) throws {
    for threads in [1, 2, 3] { try expectSame(by, Self.wild.get(), threads: threads) }
  }

  @Test func `a season of many months gives the report's figures`() throws {
    let season = try StoreFixture.season(runners: 20_000, seed: 3)
    for by in ["jockey", "trainer"] { try expectSame(by, season, threads: 2) }
  }

  @Test func `a store without runners has no rows`() throws {
    let snapshot = try StoreFixture.snapshot(csv: "race_id,date,position,jockey\n")
    #expect(try ROIJob(Dimension("jockey"), from: snapshot).run().rows.isEmpty)
  }
}
