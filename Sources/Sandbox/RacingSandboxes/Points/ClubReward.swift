import SandboxCore
import Seasons

/// A reward of a season, in the service's record.
struct ClubReward: Equatable, Sendable {
  var id: Int64 = 0
  let season: ClubSeason
  var name: String
  var description: String
  var threshold: Int64
  var displayOrder: Int64
  /// The time at which the team reached it, µs since 1970 UTC; nil until then.
  var achievedAt: Int64?
  var createdBy: String?
  var createdAt: Int64
  var updatedAt: Int64
}

extension ClubReward {
  /// Returns the reward in the form of lists, with the team's progress if its total is given.
  func listed(_ wire: WireForm, teamTotal: Int64?) -> WireJSON {
    let percentage = teamTotal.map { total in
      WireJSON.digits("\(RewardProgress.percentage(total: total, threshold: threshold))")
    }
    return .object(members(wire) + [("progressPercentage", percentage ?? .null)])
  }

  /// Returns the reward in the form of a coach's call.
  func entity(_ wire: WireForm) -> WireJSON {
    let author = wire == .live ? [("createdBy", createdBy.map { WireJSON.text($0) } ?? .null)] : []
    let times = [("createdAt", wire.instant(createdAt)), ("updatedAt", wire.instant(updatedAt))]
    return .object(members(wire) + author + times)
  }

  // MARK: - Implementation

  private func members(_ wire: WireForm) -> [(name: String, value: WireJSON)] {
    let name: [(name: String, value: WireJSON)] =
      wire == .live ? [("rewardName", .text(self.name))] : []
    return [
      ("id", .digits(String(id))), ("season", .text(season.season)), ("year", wire.year(season)),
    ] + name + [
      ("description", .text(description)), ("pointThreshold", .digits(String(threshold))),
      ("displayOrder", .digits(String(displayOrder))),
      (wire.flag("achieved"), .boolean(achievedAt != nil)),
      ("achievedDate", wire.instant(achievedAt)),
    ]
  }
}
