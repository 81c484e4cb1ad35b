import ColumnStore
import RacingReports

/// The ten trainers with the best return at starting price, of those with 100 bets.
func bestTrainers(store: String) throws -> [String] {
  let job = try ROIJob(Dimension("trainer"), from: Snapshot(store: store), threads: 2)
  let known = try job.run().rows.filter { $0.bets >= 100 }
  return known.sorted { $0.roi! > $1.roi! }.prefix(10).map { "\($0.keys[0]): \($0.roi!)" }
}
