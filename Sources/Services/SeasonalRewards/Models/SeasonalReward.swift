import APICore
import Foundation

/// A reward in the server's record, as a create or update returns it.
public struct SeasonalReward: Codable, Identifiable, Equatable, Sendable {
  /// The reward's id.
  public let id: Int64
  /// `xc` or `track`.
  public let season: String
  /// The year in which the season began.
  public let year: String
  /// The reward for the team.
  public let description: String
  /// The points required.
  public let pointThreshold: Int
  /// Its position in lists.
  public let displayOrder: Int
  /// Whether the team has reached it.
  public let isAchieved: Bool
  /// The time at which it was reached.
  public let achievedDate: Date?
  /// The time of its creation; nil if the server does not say.
  public let createdAt: Date?
  /// The time of its last change; nil if the server does not say.
  public let updatedAt: Date?
  /// The creator.
  public let createdBy: String?
  /// The reward's name, if the server has one.
  public let rewardName: String?

  private enum CodingKeys: String, CodingKey {
    case id, season, year, description, pointThreshold, displayOrder, isAchieved, achieved
    case achievedDate, createdAt, updatedAt, createdBy, rewardName
  }

  /// Reads either spelling; texts and numbers are interchangeable.
  public init(from decoder: any Decoder) throws {
    let dto = try SeasonalRewardDTO(from: decoder)
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = dto.id
    season = dto.season
    year = dto.year
    description = dto.description
    pointThreshold = dto.pointThreshold
    displayOrder = dto.displayOrder
    isAchieved = dto.isAchieved
    achievedDate = dto.achievedDate
    rewardName = dto.rewardName
    createdAt = try fields.moment(.createdAt)
    updatedAt = try fields.moment(.updatedAt)
    createdBy = try fields.text(.createdBy)
  }

  /// Writes the guide's spelling; nil members are left out.
  public func encode(to encoder: any Encoder) throws {
    try dto.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(createdAt?.wireText, forKey: .createdAt)
    try fields.encodeIfPresent(updatedAt?.wireText, forKey: .updatedAt)
    try fields.encodeIfPresent(createdBy, forKey: .createdBy)
  }

  /// The reward in the form of lists.
  public var dto: SeasonalRewardDTO {
    SeasonalRewardDTO(
      id: id, season: season, year: year, description: description,
      pointThreshold: pointThreshold, displayOrder: displayOrder, isAchieved: isAchieved,
      achievedDate: achievedDate, progressPercentage: nil, rewardName: rewardName)
  }
}
