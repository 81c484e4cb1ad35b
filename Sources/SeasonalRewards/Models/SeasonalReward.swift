import APICore
import Foundation

/// A reward as the server keeps it, as a create or update gives it back.
public struct SeasonalReward: Codable, Identifiable, Equatable, Sendable {
  /// The reward's id.
  public let id: Int64
  /// `xc` or `track`.
  public let season: String
  /// The year the season began in.
  public let year: String
  /// What the team gets.
  public let description: String
  /// The points it takes.
  public let pointThreshold: Int
  /// Its place in lists.
  public let displayOrder: Int
  /// Whether the team has reached it.
  public let isAchieved: Bool
  /// When it was reached.
  public let achievedDate: Date?
  /// When it was made; nil where the server does not say.
  public let createdAt: Date?
  /// When it was changed last; nil where the server does not say.
  public let updatedAt: Date?
  /// Who made it.
  public let createdBy: String?
  /// The reward's name, where the server has one.
  public let rewardName: String?

  private enum CodingKeys: String, CodingKey {
    case id, season, year, description, pointThreshold, displayOrder, isAchieved, achieved
    case achievedDate, createdAt, updatedAt, createdBy, rewardName
  }

  /// Reads either spelling, texts or numbers.
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

  /// Writes the guide's spelling; what there is not is left out.
  public func encode(to encoder: any Encoder) throws {
    try dto.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(createdAt?.wireText, forKey: .createdAt)
    try fields.encodeIfPresent(updatedAt?.wireText, forKey: .updatedAt)
    try fields.encodeIfPresent(createdBy, forKey: .createdBy)
  }

  /// The reward as lists have it.
  public var dto: SeasonalRewardDTO {
    SeasonalRewardDTO(
      id: id, season: season, year: year, description: description,
      pointThreshold: pointThreshold, displayOrder: displayOrder, isAchieved: isAchieved,
      achievedDate: achievedDate, progressPercentage: nil, rewardName: rewardName)
  }
}
