import APICore

/// The request to create a reward.
public struct CreateSeasonalRewardRequest: Codable, Equatable, Sendable {
  /// `xc` or `track`.
  public let season: String
  /// The year in which the season began; always sent as text.
  public let year: String
  /// The reward for the team.
  public let description: String
  /// The points required.
  public let pointThreshold: Int
  /// Its position in lists, unique among the season's rewards.
  public let displayOrder: Int
  /// The creator; left out if nil.
  public let createdBy: String?
  /// The reward's name, which some servers require besides the description; left out if nil.
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

  /// Reads the request; texts and numbers are interchangeable.
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

  /// Returns a copy with the description as its name, unless it has one.
  func namedByDescription() -> CreateSeasonalRewardRequest {
    CreateSeasonalRewardRequest(
      season: season, year: year, description: description, pointThreshold: pointThreshold,
      displayOrder: displayOrder, createdBy: createdBy, rewardName: rewardName ?? description)
  }
}
