import ColumnStore
import RacingReports
import ReportWriters

/// Writes features of all starters, and counts those whose jockey had won in the 30 days before.
func winnersBefore(store: String, to file: String) throws -> Int {
  let window = try Window("30d")
  var request = try FeatureRequest(
    dimensions: ["jockey", "jockey+trainer"], windows: [window, .all])
  request.metrics = [.runs, .wins, .placeRate, .ae]
  try request.setColumns(["date", "horse"])
  let features = try FeatureJob(request, from: Snapshot(store: store)).run()
  try FeatureFile.write(features, to: file, as: .parquet)
  let wins = features.column(.wins, of: try Dimension("jockey"), over: window)!
  return wins.int32s.count { $0 > 0 }
}
