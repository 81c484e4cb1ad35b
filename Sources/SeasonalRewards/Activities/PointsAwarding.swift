import Seasons

/// Whoever awards points for activities: what the app's services of training runs, meet logs, cross
/// training and workout splits hold on to.
public protocol PointsAwarding: Sendable {
  /// Awards the points of an activity to its season.
  func award(for activity: Activity) async -> Result<EarnPointsResponse, any Error>
}

extension DataService: PointsAwarding {
  /// Awards the points of an activity to its season.
  ///
  /// - Parameter activity: What the runner has done; without a date it counts for the season of now.
  /// - Returns: What became of it, or the error.
  public func award(for activity: Activity) async -> Result<EarnPointsResponse, any Error> {
    await earnPoints(request: request(for: activity))
  }

  /// The same, in fewer words.
  public func award(_ activity: Activity) async -> Result<EarnPointsResponse, any Error> {
    await award(for: activity)
  }

  /// The request that awards an activity's points, with season and year.
  ///
  /// - Parameter activity: What the runner has done.
  /// - Returns: The request.
  public func request(for activity: Activity) -> EarnPointsRequest {
    let season = activity.date.map { SeasonYear(of: $0, in: calendar) } ?? currentSeason
    return EarnPointsRequest(
      runnerId: activity.runnerId, activityType: activity.type.rawValue,
      activityUuid: activity.uuid, season: season.season.rawValue, year: String(season.year),
      description: activity.description)
  }
}
