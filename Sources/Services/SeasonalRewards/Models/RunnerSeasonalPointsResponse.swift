import APICore

/// A runner's points in a season; 0 also for an unknown runner.
public struct RunnerSeasonalPointsResponse: Codable, Equatable, Sendable {
  /// The runner.
  public let runnerId: Int
  /// `xc` or `track`.
  public let season: String
  /// The year in which the season began.
  public let year: String
  /// The points.
  public let pointsEarned: Int

  /// Makes a runner's points.
  public init(runnerId: Int, season: String, year: String, pointsEarned: Int) {
    self.runnerId = runnerId
    self.season = season
    self.year = year
    self.pointsEarned = pointsEarned
  }

  private enum CodingKeys: String, CodingKey { case runnerId, season, year, pointsEarned }

  /// Reads the points; texts and numbers are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    runnerId = try fields.requiredInteger(.runnerId)
    season = try fields.requiredText(.season)
    year = try fields.requiredText(.year)
    pointsEarned = try fields.requiredInteger(.pointsEarned)
  }
}
