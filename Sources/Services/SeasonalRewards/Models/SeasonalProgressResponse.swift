import APICore
import Foundation

/// A team's progress in a season.
public struct SeasonalProgressResponse: Codable, Equatable, Sendable {
  /// `xc` or `track`.
  public let season: String
  /// The year in which the season began.
  public let year: String
  /// The total points of all active runners of team UA, summed by the server.
  public let teamTotalPoints: Int
  /// The number of these runners.
  public let activeRosterCount: Int
  /// All rewards of the season with their percentages, in display order.
  public let rewards: [SeasonalRewardDTO]

  /// Makes a team's progress.
  public init(
    season: String, year: String, teamTotalPoints: Int, activeRosterCount: Int,
    rewards: [SeasonalRewardDTO]
  ) {
    self.season = season
    self.year = year
    self.teamTotalPoints = teamTotalPoints
    self.activeRosterCount = activeRosterCount
    self.rewards = rewards
  }

  private enum CodingKeys: String, CodingKey {
    case season, year, teamTotalPoints, activeRosterCount, rewards
  }

  /// Reads the progress; texts and numbers are interchangeable, unusable rewards are left out.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    season = try fields.requiredText(.season)
    year = try fields.requiredText(.year)
    teamTotalPoints = try fields.requiredInteger(.teamTotalPoints)
    activeRosterCount = try fields.requiredInteger(.activeRosterCount)
    rewards = try fields.elements(SeasonalRewardDTO.self, .rewards, decoder) ?? []
  }
}
