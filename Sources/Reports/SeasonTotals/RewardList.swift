import Columns
import StoreTables

/// A reward in the service's report.
struct ReportedReward {
  let id: Int64
  let description: String?
  let pointThreshold: Int64
  let displayOrder: Int?
  let isAchieved: Bool?
  let achievedAt: Int64?
}

/// A season's rewards in the service's latest report.
struct RewardList {
  /// In display order; rewards without one come last.
  private(set) var rewards: [ReportedReward] = []
  /// The time of the report.
  private(set) var reportedAt: Int64 = .min
  /// Whether the report is from before the requested moment: only then does it show the rewards'
  /// state.
  private(set) var isOfThen = false

  /// Reads the newest list before a moment, or the first list if all are later.
  init(_ rows: SeasonRows, end: Int64) {
    let times = rows.instants("reported_at")
    let before = times.filter { $0 < end }.max()
    guard let time = before ?? times.min() else { return }
    reportedAt = time
    isOfThen = before != nil
    let columns = RewardColumns(rows.rows)
    for row in 0..<rows.rows.rowCount where times[row] == time {
      rewards.append(columns.reward(row))
    }
    rewards.sort {
      ($0.displayOrder ?? .max, $0.pointThreshold, $0.id)
        < ($1.displayOrder ?? .max, $1.pointThreshold, $1.id)
    }
  }

  /// Clears the list if a later progress report says that there are no rewards.
  mutating func heed(_ progress: ReportedProgress?) {
    guard let progress, progress.rewardCount == 0, progress.reportedAt > reportedAt else { return }
    rewards = []
  }
}

/// The columns of rewards; the fields that a table lacks are nulls.
private struct RewardColumns {
  private let columns: [String: Column]

  init(_ table: Table) {
    columns = Dictionary(
      uniqueKeysWithValues: SeasonTables.rewardFields.map { ($0.name, table.column($0)) })
  }

  func reward(_ row: Int) -> ReportedReward {
    func value<T>(_ name: String, _ read: (Column) -> T) -> T? {
      let column = columns[name]!
      return column.isNull(row) ? nil : read(column)
    }
    return ReportedReward(
      id: value("reward_id") { $0.int64s[row] } ?? 0,
      description: value("description") { $0.texts[row] },
      pointThreshold: value("point_threshold") { $0.int64s[row] } ?? 0,
      displayOrder: value("display_order") { Int($0.int32s[row]) },
      isAchieved: value("is_achieved") { $0.booleans[row] },
      achievedAt: value("achieved_at") { $0.int64s[row] })
  }
}
