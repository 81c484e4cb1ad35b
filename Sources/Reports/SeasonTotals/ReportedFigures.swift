import ColumnStore
import Columns

/// A team's progress in the service's latest report.
struct ReportedProgress {
  let reportedAt: Int64
  let teamTotal: Int64
  let activeRoster: Int64?
  let rewardCount: Int64?

  /// Reads the newest report before a moment; nil if there is none.
  init?(_ rows: SeasonRows, end: Int64) {
    let times = rows.instants("reported_at")
    guard let row = (0..<times.count).filter({ times[$0] < end }).max(by: { times[$0] < times[$1] })
    else { return nil }
    func number(_ name: String) -> Int64? {
      let column = rows.rows.column(Field(name, .int32))
      return column.isNull(row) ? nil : Int64(column.int32s[row])
    }
    reportedAt = times[row]
    teamTotal = rows.rows.column(Field("team_total", .int64)).int64s[row]
    activeRoster = number("active_roster")
    rewardCount = number("rewards_total")
  }
}

/// Runners' points in the service's latest reports.
struct ReportedPoints {
  /// By the runner's code.
  private(set) var newest: [Int32: (reportedAt: Int64, points: Int64)] = [:]

  init(_ rows: SeasonRows, end: Int64) {
    let times = rows.instants("reported_at")
    let runners = rows.rows.column(Field("runner_id", .coded(dictionary: "runner_id"))).int32s
    let points = rows.rows.column(Field("points", .int64)).int64s
    for row in 0..<times.count where times[row] < end {
      if let known = newest[runners[row]], known.reportedAt > times[row] { continue }
      newest[runners[row]] = (times[row], points[row])
    }
  }
}
