/// The guide's methods, with its names and result types.
extension DataService {
  /// Gets a team's progress in a season.
  ///
  /// - Parameters:
  ///   - season: `xc` or `track`.
  ///   - year: The year in which the season began.
  ///   - refreshing: Whether to ignore the cached answer.
  /// - Returns: The progress, or a ``SeasonalRewardsError``.
  public func getTeamSeasonalProgress(
    season: String, year: String, refreshing: Bool = false
  ) async -> Result<SeasonalProgressResponse, any Error> {
    await result { () async throws(SeasonalRewardsError) in
      try await teamSeasonalProgress(season: season, year: year, refreshing: refreshing)
    }
  }

  /// Gets the rewards of a season.
  public func getSeasonalRewardsConfig(
    season: String, year: String
  ) async -> Result<[SeasonalRewardDTO], any Error> {
    await result { () async throws(SeasonalRewardsError) in
      try await seasonalRewards(season: season, year: year)
    }
  }

  /// Makes a reward (coaches only).
  public func createSeasonalReward(
    request: CreateSeasonalRewardRequest
  ) async -> Result<SeasonalRewardDTO, any Error> {
    await result { () async throws(SeasonalRewardsError) in try await createReward(request).dto }
  }

  /// Changes a reward (coaches only).
  public func updateSeasonalReward(
    id: Int64, request: UpdateSeasonalRewardRequest
  ) async -> Result<SeasonalRewardDTO, any Error> {
    await result { () async throws(SeasonalRewardsError) in
      try await updateReward(id: id, request).dto
    }
  }

  /// Deletes a reward (coaches only).
  public func deleteSeasonalReward(id: Int64) async -> Result<Void, any Error> {
    await result { () async throws(SeasonalRewardsError) in try await deleteReward(id: id) }
  }

  /// Gets a runner's points in a season.
  public func getRunnerSeasonalPoints(
    runnerId: Int, season: String, year: String
  ) async -> Result<RunnerSeasonalPointsResponse, any Error> {
    await result { () async throws(SeasonalRewardsError) in
      try await runnerSeasonalPoints(runnerId: runnerId, season: season, year: year)
    }
  }

  /// Awards points for an activity.
  public func earnPoints(
    request: EarnPointsRequest
  ) async -> Result<EarnPointsResponse, any Error> {
    await result { () async throws(SeasonalRewardsError) in try await earn(request) }
  }

  // MARK: - Implementation

  /// Turns a call's value or error into a result.
  func result<Value>(
    _ call: () async throws(SeasonalRewardsError) -> Value
  ) async -> Result<Value, any Error> {
    do {
      return .success(try await call())
    } catch {
      return .failure(error)
    }
  }
}
