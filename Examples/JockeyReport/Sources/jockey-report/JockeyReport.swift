import ColumnStore
import Foundation
import RacingImport
import RacingReports
import ReportWriters

/// Reads results into a store and writes `jockey.csv`, as `railbird report --by jockey` does.
@main struct JockeyReport {
  static func main() throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: jockey-report RESULTS.csv FOLDER")
      exit(64)
    }
    let (results, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let store = folder + "/store"
    for file in try ImportJob(store: store, format: "railbird").run([results]) {
      print("\(file.name): \(file.stored) stored, \(file.rejected) rejected")
    }
    let request = ReportRequest(dimensions: [try Dimension("jockey")])
    let report = try ReportJob(request, from: Snapshot(store: store)).run().reports[0]
    try CSVReportWriter.text(report).write(
      toFile: folder + "/jockey.csv", atomically: true, encoding: .utf8)
    print("jockey.csv: \(report.rows.count) rows")
  }
}
