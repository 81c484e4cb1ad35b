import ColumnStore
import Columns
import EntityReports
import Questions
import RunnerKeys
import StoreSupport

/// Returns a report on a few runners given as CSV.
func reported(
  _ csv: String, by dimension: String = "jockey", windows: [String] = ["all"]
) throws -> ReportResult {
  try reported(StoreFixture.snapshot(csv: csv), by: dimension, windows: windows)
}

/// Returns a report on a snapshot.
func reported(
  _ snapshot: Snapshot, by dimension: String, windows: [String]
) throws -> ReportResult {
  let request = ReportRequest(
    dimensions: [try Dimension(dimension)], windows: try windows.map { try Window($0) })
  return try ReportJob(request, from: snapshot).run()
}

/// One race per jockey, whose names are written as CSV fields.
func races(of jockeys: [String]) -> String {
  "race_id,date,number,jockey,position,sp\n"
    + jockeys.enumerated().map { "\($0),2026-01-01,1,\($1),1,3" }.joined(separator: "\n")
}
