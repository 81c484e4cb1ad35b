import CommandTools
import Foundation
import SeasonalRewards
import Seasons

/// Progress and rewards as lines of text, or JSON.
enum SeasonalText {
  /// Returns a value as one line of JSON.
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONLines.encoder.encode(value), as: UTF8.self)
  }

  /// Describes a team's progress, as in the app's view.
  static func lines(_ state: TeamRewardsProgressState, in zone: TimeZone) -> [String] {
    guard let progress = state.progress else { return [] }
    let head = [
      state.season.text, "\(progress.teamTotalPoints) Team Points",
      "\(progress.activeRosterCount) Active UA Athletes", "",
    ]
    switch state.display {
    case .emptyTeam(let text), .noRewards(let text), .failed(let text): return head + [text]
    case .nothing, .loading: return head
    case .rewards(let rewards):
      return head
        + rewards.flatMap { reward in
          RewardTierCard(reward: reward, teamPoints: progress.teamTotalPoints).lines(in: zone)
        }
    }
  }

  /// Returns rewards in columns: order, id, points, description, whether reached.
  static func table(_ rewards: [SeasonalRewardDTO]) -> String {
    columns(
      [["order", "id", "points", "description", ""]]
        + rewards.map { reward in
          [
            "\(reward.displayOrder)", "\(reward.id)", "\(reward.pointThreshold)",
            reward.description, reward.isAchieved ? "achieved" : "",
          ]
        })
  }

  /// Describes a reward that was created or changed.
  static func line(_ done: String, _ reward: SeasonalReward) -> String {
    "\(done) reward \(reward.id): \(reward.displayOrder). \(reward.description), "
      + "\(reward.pointThreshold) points, \(reward.season) \(reward.year)"
  }
}
