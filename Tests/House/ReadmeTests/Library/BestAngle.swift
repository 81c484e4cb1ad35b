import ColumnStore
import RacingReports

/// The best angle of jockey, course and going, and the chance that luck alone finds one as good.
func bestAngle(store: String) throws -> String? {
  var request = try SearchRequest(keys: ["jockey", "course", "going"], depth: 2)
  request.minRuns = 50
  request.threads = 2
  let search = try SearchJob(request, from: Snapshot(store: store))
  let report = try search.run(from: search.begun) { _ in true }
  return report?.rows.first.map { best in
    let name = best.row.keys.joined(separator: ", ")
    return "\(name): \(best.row.figures.runs) runs, p \(best.excessChance.value!)"
  }
}
