import ColumnStore
import RacingReports

/// Draws that paid at starting price in handicaps, by jockey, over the last 90 days and ever.
func profitableDraws(store: String) throws -> [String] {
  var request = ReportRequest(
    dimensions: [try Dimension("jockey+draw")], windows: [try Window("90d"), .all])
  request.filter = try Filter("handicap and sp between 3 and 12")
  request.aliases = try NameAliases([
    (role: "jockey", spelling: "L Brubiand", name: "Lucy Brubiand")
  ])
  request.order = try RowOrder("sp_roi")
  request.minRuns = 3
  let report = try ReportJob(request, from: Snapshot(store: store)).run().reports[0]
  return report.rows.compactMap { row in
    guard let roi = row["sp_roi"]?.number, roi > 0 else { return nil }
    let bets = row.figures.bets(at: .sp).bets
    return "\(row.window.name) \(row.keys.joined(separator: " from stall ")): \(bets) bets, \(roi)"
  }
}
