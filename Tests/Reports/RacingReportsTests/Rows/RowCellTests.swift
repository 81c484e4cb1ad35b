import StoreSupport
import Testing

@testable import EntityReports
@testable import Questions
@testable import RunnerKeys

/// A row's cells and sums, as a program takes them.
struct RowCellTests {
  private static let csv = """
    race_id,date,number,jockey,position,sp
    1,2026-01-01,1,Ann,1,4.5
    1,2026-01-01,2,Bob,2,3
    1,2026-01-01,3,Cy,3,
    """

  private func row(_ name: String) throws -> EntityReport.Row {
    let request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
    let snapshot = try StoreFixture.snapshot(csv: Self.csv)
    let rows = try ReportJob(request, from: snapshot).run().reports[0].rows
    return try #require(rows.first { $0.keys == [name] })
  }

  @Test func `a cell is found by its column's name`() throws {
    let row = try row("Ann")
    for (name, cell) in zip(ReportColumns.standard.names, row.cells.dropFirst(row.keys.count)) {
      #expect(row[name] == cell)
    }
    #expect(row["jockey"] == nil)
    #expect(row["sp_ROI"] == nil)
  }

  @Test func `a cell's number is what the report prints`() throws {
    let row = try row("Ann")
    #expect(row["runs"]?.number == 1)
    #expect(row["sp_roi"]?.number == 3.5)
    #expect(row["recent_form"]?.number == nil)
    #expect(try self.row("Cy")["sp_roi"]?.number == nil)
  }

  @Test func `bets are told by their price basis`() throws {
    let figures = try row("Bob").figures
    #expect(figures.bets(at: .sp).profit == -1_000_000)
    #expect(figures.bets(at: .tote).bets == 0)
    #expect([.sp, .tote, .bsp].map(figures.bets(at:)) == figures.bets)
  }
}
