import APICore
import Foundation

/// The endpoints of the rewards service.
public enum SeasonalAPI {
  /// The service's name in records and logs.
  public static let name = "points"
  /// The path before all points endpoints.
  public static let pointsPath = "/api/v1/points"
  /// The path before the seasonal endpoints.
  public static let seasonalPath = pointsPath + "/seasonal"
  /// The path of a team's progress.
  public static let progressPath = seasonalPath + "/progress"
  /// The path of the rewards.
  public static let rewardsPath = seasonalPath + "/rewards"
  /// The path for awarding points.
  public static let earnPath = pointsPath + "/earn"
  /// The path of the roster.
  public static let runnersPath = "/xc/allRunners/"

  /// The forms in which the service says that a list has no elements; `[]` is a list.
  static let emptyList: EmptyForms = .status204
  /// The forms of a success without content for an award: the guide describes no answer to awards.
  static let bareAward: EmptyForms = [.status204, .noBody]

  /// Returns `GET /progress`: a team's points, roster count and rewards with percentages.
  public static func progressCall(season: String, year: String) -> APICall {
    APICall(endpoint: progressPath, query: items(season, year))
  }

  /// Returns `GET /rewards`: the rewards of a season, without percentages.
  public static func rewardsCall(season: String, year: String) -> APICall {
    APICall(endpoint: rewardsPath, query: items(season, year))
  }

  /// Returns `GET /{runnerId}`: a runner's points in a season.
  public static func runnerPointsCall(runnerId: Int, season: String, year: String) -> APICall {
    APICall(
      endpoint: seasonalPath + "/{id}", path: seasonalPath + "/\(runnerId)",
      query: items(season, year))
  }

  /// Returns `GET /leaderboard` (not in the guide): runners by their points, highest first.
  ///
  /// - Parameters:
  ///   - season: `xc` or `track`.
  ///   - year: The season's year.
  ///   - limit: The maximum number; nil for all.
  /// - Returns: The call.
  public static func leaderboardCall(season: String, year: String, limit: Int? = nil) -> APICall {
    let limits = limit.map { [URLQueryItem(name: "limit", value: "\($0)")] } ?? []
    return APICall(
      endpoint: seasonalPath + "/leaderboard", query: items(season, year) + limits)
  }

  /// Returns `GET /transactions` (not in the guide): a runner's transactions, newest first.
  ///
  /// - Parameters:
  ///   - runnerId: The runner.
  ///   - limit: 0 for all; for any other number the server returns at most 50.
  /// - Returns: The call.
  public static func transactionsCall(runnerId: Int, limit: Int) -> APICall {
    APICall(
      endpoint: pointsPath + "/transactions",
      query: [
        URLQueryItem(name: "runnerId", value: "\(runnerId)"),
        URLQueryItem(name: "limit", value: "\(limit)"),
      ])
  }

  /// Returns `GET /config` (not in the guide): the points that each activity earns.
  public static func configCall() -> APICall { APICall(endpoint: pointsPath + "/config") }

  /// Returns `GET /xc/allRunners/` (not in the guide): all runners of the club.
  ///
  /// `/xc/runners` lists only one year's classes, even with `filter.getAll`, and fails without a
  /// year.
  public static func runnersCall() -> APICall { APICall(endpoint: runnersPath) }

  // MARK: - Implementation

  private static func items(_ season: String, _ year: String) -> [URLQueryItem] {
    [URLQueryItem(name: "season", value: season), URLQueryItem(name: "year", value: year)]
  }
}
