import APICore
import Foundation
import Seasons

/// The guide's endpoints, as throwing calls.
extension DataService {
  /// Fetches a team's points, roster count and rewards with percentages.
  ///
  /// - Parameters:
  ///   - season: `xc` or `track`.
  ///   - year: The year in which the season began.
  ///   - refreshing: Whether to ignore the cached answer.
  /// - Returns: The progress, summed by the server.
  /// - Throws: ``SeasonalRewardsError``.
  public func teamSeasonalProgress(
    season: String, year: String, refreshing: Bool = false
  ) async throws(SeasonalRewardsError) -> SeasonalProgressResponse {
    try Self.check(season)
    var call = SeasonalAPI.progressCall(season: season, year: year)
    call.refreshes = refreshing
    return try await object(SeasonalProgressResponse.self, call)
  }

  /// Fetches the rewards of a season, without percentages.
  ///
  /// - Parameters:
  ///   - season: `xc` or `track`.
  ///   - year: The year in which the season began.
  /// - Returns: All rewards, in the server's order; unreadable ones are left out and reported.
  /// - Throws: ``SeasonalRewardsError``.
  public func seasonalRewards(
    season: String, year: String
  ) async throws(SeasonalRewardsError) -> [SeasonalRewardDTO] {
    try Self.check(season)
    return try await list(
      SeasonalRewardDTO.self, SeasonalAPI.rewardsCall(season: season, year: year))
  }

  /// Creates a reward.
  ///
  /// - Parameter request: The reward.
  /// - Returns: The reward in the server's record.
  /// - Throws: ``SeasonalRewardsError``; `displayOrderConflict` if the order is taken.
  public func createReward(
    _ request: CreateSeasonalRewardRequest
  ) async throws(SeasonalRewardsError) -> SeasonalReward {
    try Self.check(request.season)
    let request = settings.namesRewardsByDescription ? request.namedByDescription() : request
    return try await object(SeasonalReward.self, SeasonalAPI.createRewardCall(request))
  }

  /// Changes a reward.
  ///
  /// - Parameters:
  ///   - id: The reward.
  ///   - request: The changes.
  /// - Returns: The reward in the server's record.
  /// - Throws: ``SeasonalRewardsError``; `displayOrderConflict` if the order is taken,
  ///   `rewardNotFound` if there is no such reward, or if the server answers 404 to an order
  ///   conflict.
  public func updateReward(
    id: Int64, _ request: UpdateSeasonalRewardRequest
  ) async throws(SeasonalRewardsError) -> SeasonalReward {
    try await object(SeasonalReward.self, SeasonalAPI.updateRewardCall(id: id, request))
  }

  /// Deletes a reward.
  ///
  /// - Parameter id: The reward.
  /// - Throws: ``SeasonalRewardsError``; `rewardNotFound` if there is no such reward, `unreadable`
  ///   for an answer with a body, which the service never sends.
  public func deleteReward(id: Int64) async throws(SeasonalRewardsError) {
    let call = SeasonalAPI.deleteRewardCall(id: id)
    let body = try await answer(call).body
    guard body.allSatisfy({ " \t\r\n".utf8.contains($0) }) else {
      throw unreadable(
        call, JSONFailure(reason: "found an answer of \(body.count) bytes; expected an empty one"))
    }
  }

  /// Fetches a runner's points in a season.
  ///
  /// - Parameters:
  ///   - runnerId: The runner; the server returns 0 for an unknown one.
  ///   - season: `xc` or `track`.
  ///   - year: The year in which the season began.
  /// - Returns: The points.
  /// - Throws: ``SeasonalRewardsError``.
  public func runnerSeasonalPoints(
    runnerId: Int, season: String, year: String
  ) async throws(SeasonalRewardsError) -> RunnerSeasonalPointsResponse {
    try Self.check(season)
    return try await object(
      RunnerSeasonalPointsResponse.self,
      SeasonalAPI.runnerPointsCall(runnerId: runnerId, season: season, year: year))
  }

  /// Awards points for an activity; they count for a season if the request names it and its year.
  ///
  /// - Parameter request: The activity.
  /// - Returns: The result.
  /// - Throws: ``SeasonalRewardsError``; after `network` and `unreadable` the award may have
  ///   succeeded: a repetition with the same `activityUuid` counts once.
  public func earn(
    _ request: EarnPointsRequest
  ) async throws(SeasonalRewardsError) -> EarnPointsResponse {
    if let season = request.season { try Self.check(season) }
    let call = SeasonalAPI.earnCall(request)
    let response = try await answer(call)
    if SeasonalAPI.bareAward.hold(response) { return EarnPointsResponse() }
    return try read(EarnPointsResponse.self, response.body, call)
  }

  // MARK: - Implementation

  /// Refuses an unknown season: the server would treat it as track.
  static func check(_ season: String) throws(SeasonalRewardsError) {
    guard Season(rawValue: season) != nil else {
      throw .invalid(
        field: "season", found: "“\(season.prefix(40))”", expected: "xc or track")
    }
  }
}
