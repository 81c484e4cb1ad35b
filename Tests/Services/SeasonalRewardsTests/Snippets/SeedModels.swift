import Foundation

/// The guide's own models, as it prints them.
enum SeedModels {
  struct SeasonalRewardDTO: Codable, Identifiable, Equatable {
    let id: Int64  // CHANGED from String (UUID)
    let season: String  // "xc" or "track"
    let year: String
    let description: String
    let pointThreshold: Int
    let displayOrder: Int
    let isAchieved: Bool
    let achievedDate: Date?
    let progressPercentage: Double?  // Only present in progress endpoint

    enum CodingKeys: String, CodingKey {
      case id, season, year, description
      case pointThreshold, displayOrder, isAchieved, achievedDate
      case progressPercentage
    }
  }

  struct SeasonalProgressResponse: Codable {
    let season: String  // "xc" or "track"
    let year: String
    let teamTotalPoints: Int
    let activeRosterCount: Int
    let rewards: [SeasonalRewardDTO]

    enum CodingKeys: String, CodingKey {
      case season, year, teamTotalPoints, activeRosterCount, rewards
    }
  }

  struct RunnerSeasonalPointsResponse: Codable {
    let runnerId: Int
    let season: String  // "xc" or "track"
    let year: String
    let pointsEarned: Int

    enum CodingKeys: String, CodingKey {
      case runnerId, season, year, pointsEarned
    }
  }

  struct CreateSeasonalRewardRequest: Codable {
    let season: String
    let year: String
    let description: String
    let pointThreshold: Int
    let displayOrder: Int
    let createdBy: String?

    enum CodingKeys: String, CodingKey {
      case season, year, description
      case pointThreshold, displayOrder, createdBy
    }
  }

  struct UpdateSeasonalRewardRequest: Codable {
    let description: String?
    let pointThreshold: Int?
    let displayOrder: Int?

    enum CodingKeys: String, CodingKey {
      case description, pointThreshold, displayOrder
    }
  }

  struct EarnPointsRequest: Codable {
    let runnerId: Int
    let activityType: String
    let activityUuid: String?
    let season: String?
    let year: String?  // NEW FIELD
    let description: String?

    enum CodingKeys: String, CodingKey {
      case runnerId, activityType, activityUuid
      case season, year, description
    }
  }
}
