import APICore

/// What makes a reward.
public struct CreateSeasonalRewardRequest: Codable, Equatable, Sendable {
  /// `xc` or `track`.
  public let season: String
  /// The year the season began in; always sent as a text.
  public let year: String
  /// What the team gets.
  public let description: String
  /// The points it takes.
  public let pointThreshold: Int
  /// Its place in lists; no two rewards of a season share one.
  public let displayOrder: Int
  /// Who makes it; left out where nil.
  public let createdBy: String?
  /// The reward's name, which some servers want beside the description; left out where nil.
  public let rewardName: String?

  /// Makes a request.
  public init(
    season: String, year: String, description: String, pointThreshold: Int, displayOrder: Int,
    createdBy: String?, rewardName: String? = nil
  ) {
    self.season = season
    self.year = year
    self.description = description
    self.pointThreshold = pointThreshold
    self.displayOrder = displayOrder
    self.createdBy = createdBy
    self.rewardName = rewardName
  }

  private enum CodingKeys: String, CodingKey {
    case season, year, description, pointThreshold, displayOrder, createdBy, rewardName
  }

  /// Reads texts or numbers.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    season = try fields.requiredText(.season)
    year = try fields.requiredText(.year)
    description = try fields.requiredText(.description)
    pointThreshold = try fields.requiredInteger(.pointThreshold)
    displayOrder = try fields.requiredInteger(.displayOrder)
    createdBy = try fields.text(.createdBy)
    rewardName = try fields.text(.rewardName)
  }

  /// The same with the description as its name, unless it has one.
  func namedByDescription() -> CreateSeasonalRewardRequest {
    CreateSeasonalRewardRequest(
      season: season, year: year, description: description, pointThreshold: pointThreshold,
      displayOrder: displayOrder, createdBy: createdBy, rewardName: rewardName ?? description)
  }
}
