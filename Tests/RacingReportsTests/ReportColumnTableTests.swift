import Columns
import ReportWriters
import StoreSupport
import Testing

@testable import RacingReports

/// A report as columns, against the same report in print.
struct ReportColumnTableTests {
  @Test(arguments: [(1, 1), (7, 2), (1 << 16, 3)])
  func `columns hold the printed cells`(rowLimit: Int, threads: Int) throws {
    let request = ReportRequest(dimensions: [try Dimension("jockey"), try Dimension("jockey+draw")])
    let snapshot = try StoreFixture.snapshot(csv: WildRaces(races: 60, salt: 3).csv)
    for report in try ReportJob(request, from: snapshot).run().reports {
      let tables = report.tables(threads: threads, rowLimit: rowLimit)
      #expect(tables.allSatisfy { (1...rowLimit).contains($0.rowCount) })
      var row = 0
      for table in tables {
        #expect(table.fields.map(\.name) == ReportColumns.header(of: report.dimension))
        for index in 0..<table.rowCount {
          let printed = report.rows[row].cells
          #expect(table.columns.map { Self.cell($0, index) } == printed.map(Self.plain))
          row += 1
        }
      }
      #expect(row == report.rows.count && row > 0)
    }
  }

  /// A number in 10⁻⁶, or text; nil where it is undefined.
  private static func plain(_ cell: ReportCell) -> String? {
    switch cell {
    case .empty: nil
    case .text(let text): text
    case .integer(let count): "\(count)"
    case .decimal(let scaled, let places): "\(places == 4 ? scaled * 100 : scaled)"
    }
  }

  private static func cell(_ column: Column, _ row: Int) -> String? {
    if column.isNull(row) { return nil }
    return column.type == .text ? column.texts[row] : "\(column.int64s[row])"
  }
}
