import APICore
import Foundation

/// A reward of a season, with the team's progress if it was requested.
public struct SeasonalRewardDTO: Codable, Identifiable, Equatable, Sendable {
  /// The reward's id.
  public let id: Int64
  /// `xc` or `track`.
  public let season: String
  /// The year in which the season began; the service writes text or a number.
  public let year: String
  /// The reward for the team.
  public let description: String
  /// The points required.
  public let pointThreshold: Int
  /// Its position in lists.
  public let displayOrder: Int
  /// Whether the team has reached it; the service writes `isAchieved` or `achieved`.
  public let isAchieved: Bool
  /// The time at which it was reached.
  public let achievedDate: Date?
  /// 0 to 100; only in a team's progress.
  public let progressPercentage: Double?
  /// The reward's name, if the server has one.
  public let rewardName: String?

  /// Makes a reward.
  public init(
    id: Int64, season: String, year: String, description: String, pointThreshold: Int,
    displayOrder: Int, isAchieved: Bool, achievedDate: Date?, progressPercentage: Double?,
    rewardName: String? = nil
  ) {
    self.id = id
    self.season = season
    self.year = year
    self.description = description
    self.pointThreshold = pointThreshold
    self.displayOrder = displayOrder
    self.isAchieved = isAchieved
    self.achievedDate = achievedDate
    self.progressPercentage = progressPercentage
    self.rewardName = rewardName
  }

  private enum CodingKeys: String, CodingKey {
    case id, season, year, description, pointThreshold, displayOrder, isAchieved, achieved
    case achievedDate, progressPercentage, rewardName
  }

  /// Reads either spelling; texts and numbers are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = Int64(try fields.requiredInteger(.id))
    season = try fields.requiredText(.season)
    year = try fields.requiredText(.year)
    description = try fields.requiredText(.description)
    pointThreshold = try fields.requiredInteger(.pointThreshold)
    displayOrder = try fields.requiredInteger(.displayOrder)
    isAchieved = try fields.requiredFlag(.isAchieved, or: .achieved)
    achievedDate = try fields.moment(.achievedDate)
    progressPercentage = try fields.double(.progressPercentage)
    rewardName = try fields.text(.rewardName)
  }

  /// Writes the guide's spelling; nil members are left out.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(season, forKey: .season)
    try fields.encode(year, forKey: .year)
    try fields.encode(description, forKey: .description)
    try fields.encode(pointThreshold, forKey: .pointThreshold)
    try fields.encode(displayOrder, forKey: .displayOrder)
    try fields.encode(isAchieved, forKey: .isAchieved)
    try fields.encodeIfPresent(achievedDate?.wireText, forKey: .achievedDate)
    try fields.encodeIfPresent(progressPercentage, forKey: .progressPercentage)
    try fields.encodeIfPresent(rewardName, forKey: .rewardName)
  }
}
