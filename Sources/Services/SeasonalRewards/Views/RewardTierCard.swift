import APICore
import Foundation
import Seasons

/// A reward as lines of text: description, the team's progress, and a bar.
public struct RewardTierCard: Equatable, Sendable {
  /// The reward.
  public let reward: SeasonalRewardDTO
  /// The team's points.
  public let teamPoints: Int

  /// Makes a card.
  public init(reward: SeasonalRewardDTO, teamPoints: Int) {
    self.reward = reward
    self.teamPoints = teamPoints
  }

  /// The team's progress, 0 to 100: the server's figure if it gives one, otherwise computed.
  public var percentage: Double {
    let own = RewardProgress.percentage(
      total: Int64(teamPoints), threshold: Int64(reward.pointThreshold))
    return min(100, max(0, reward.progressPercentage ?? own))
  }

  /// The percentage with one decimal, such as `62.5 %`; rounded down, so that 100.0 means reached.
  public var percentageText: String {
    let tenths = Self.whole(percentage * 10)
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// Returns the bar; it is full only if the reward is reached.
  ///
  /// - Parameter width: The number of characters.
  /// - Returns: Filled and empty characters.
  public func bar(width: Int = 30) -> String {
    let filled = Self.whole(percentage / 100 * Double(width))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  /// Returns the card's lines.
  ///
  /// - Parameters:
  ///   - width: The bar's number of characters.
  ///   - zone: The time zone for dates.
  /// - Returns: Two lines.
  public func lines(width: Int = 30, in zone: TimeZone) -> [String] {
    let achieved = reward.isAchieved ? ["✓ achieved" + day(in: zone)] : []
    return [
      "\(reward.displayOrder). \(reward.description)",
      (["   \(bar(width: width)) \(percentageText)", points] + achieved).joined(separator: "  "),
    ]
  }

  // MARK: - Implementation

  /// Returns the whole part; 290 of 1000 points are 28.999999999999996 %, and count as 29.
  private static func whole(_ number: Double) -> Int { Int((number + 1e-9).rounded(.down)) }

  private var points: String { "\(teamPoints) of \(reward.pointThreshold) points" }

  private func day(in zone: TimeZone) -> String {
    guard let date = reward.achievedDate else { return "" }
    let moment = Date(timeInterval: Double(zone.secondsFromGMT(for: date)), since: date)
    return " " + APIDate(moment).day.iso
  }
}
