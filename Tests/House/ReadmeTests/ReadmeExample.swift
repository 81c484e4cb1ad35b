import ColumnStore
import Racing
import RacingReports
import ReportWriters

func jockeysWorthALook(store: String) throws -> String {
  let snapshot = try Snapshot(store: store)
  var request = ReportRequest(dimensions: [try Dimension("jockey")], windows: [.all])
  request.minRuns = 50
  let report = try ReportJob(request, from: snapshot).run().reports[0]
  let winners = report.rows.filter { ($0.figures.bets(at: .sp).interval?.low ?? -1) > 0 }
  print("\(winners.count) of \(report.rows.count) beat the starting price beyond doubt")
  return CSVReportWriter.text(report)
}
