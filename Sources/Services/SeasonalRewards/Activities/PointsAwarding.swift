import Seasons

/// Awards points for activities; ``TrainingRunsService`` and the other services of activities use
/// it.
public protocol PointsAwarding: Sendable {
  /// Awards the points of an activity to its season.
  func award(for activity: Activity) async -> Result<EarnPointsResponse, any Error>
}

extension DataService: PointsAwarding {
  /// Awards the points of an activity to its season.
  ///
  /// - Parameter activity: The activity; without a date it counts for the current season.
  /// - Returns: The result, or the error.
  public func award(for activity: Activity) async -> Result<EarnPointsResponse, any Error> {
    await earnPoints(request: request(for: activity))
  }

  /// Awards the points of an activity; short for ``award(for:)``.
  public func award(_ activity: Activity) async -> Result<EarnPointsResponse, any Error> {
    await award(for: activity)
  }

  /// Builds the request that awards an activity's points, with season and year.
  ///
  /// - Parameter activity: The activity.
  /// - Returns: The request.
  public func request(for activity: Activity) -> EarnPointsRequest {
    let season = activity.date.map { SeasonYear(of: $0, in: calendar) } ?? currentSeason
    return EarnPointsRequest(
      runnerId: activity.runnerId, activityType: activity.type.rawValue,
      activityUuid: activity.uuid, season: season.season.rawValue, year: String(season.year),
      description: activity.description)
  }
}
