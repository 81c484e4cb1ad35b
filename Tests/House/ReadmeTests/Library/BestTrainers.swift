import ColumnStore
import RacingReports

/// The ten trainers with the best return at starting price, of those with 100 bets.
func bestTrainers(store: String) throws -> [String] {
  let request = ReportRequest(dimensions: [try Dimension("trainer")], windows: [.all])
  let report = try ReportJob(request, from: Snapshot(store: store)).run().reports[0]
  let known = report.rows.map { (name: $0.keys[0], bets: $0.figures.bets(at: .sp)) }
    .filter { $0.bets.bets >= 100 }
  return known.sorted { $0.bets.roi.value! > $1.bets.roi.value! }.prefix(10)
    .map { "\($0.name): \($0.bets.roi.value!)" }
}
