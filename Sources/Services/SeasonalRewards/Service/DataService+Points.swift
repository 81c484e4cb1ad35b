import APICore

/// The server's endpoints beyond the guide, as throwing calls and as results.
extension DataService {
  /// Fetches the runners of a season by their points, highest first, of all teams.
  ///
  /// - Parameters:
  ///   - season: `xc` or `track`.
  ///   - year: The year in which the season began.
  ///   - limit: The maximum number; nil for all.
  /// - Returns: The runners with points.
  /// - Throws: ``SeasonalRewardsError``.
  public func seasonalLeaderboard(
    season: String, year: String, limit: Int? = nil
  ) async throws(SeasonalRewardsError) -> [RunnerSeasonalPointsResponse] {
    try Self.check(season)
    return try await list(
      RunnerSeasonalPointsResponse.self,
      SeasonalAPI.leaderboardCall(season: season, year: year, limit: limit))
  }

  /// Fetches a runner's transactions, newest first.
  ///
  /// - Parameters:
  ///   - runnerId: The runner.
  ///   - limit: 0 for all; for any other number the server returns at most 50.
  /// - Returns: The transactions.
  /// - Throws: ``SeasonalRewardsError``.
  public func transactions(
    runnerId: Int, limit: Int = 0
  ) async throws(SeasonalRewardsError) -> [PointTransaction] {
    try await list(
      PointTransaction.self, SeasonalAPI.transactionsCall(runnerId: runnerId, limit: limit))
  }

  /// Fetches all runners of the club.
  ///
  /// - Returns: The runners, of all teams and classes, active or not.
  /// - Throws: ``SeasonalRewardsError``.
  public func runners() async throws(SeasonalRewardsError) -> [RosterRunner] {
    try await list(RosterRunner.self, SeasonalAPI.runnersCall())
  }

  /// Fetches the points that activities earn and features cost.
  ///
  /// - Returns: Points by key.
  /// - Throws: ``SeasonalRewardsError``.
  public func pointsConfig() async throws(SeasonalRewardsError) -> PointsConfig {
    try await object(PointsConfig.self, SeasonalAPI.configCall())
  }

  /// Gets the runners of a season by their points.
  public func getSeasonalLeaderboard(
    season: String, year: String, limit: Int? = nil
  ) async -> Result<[RunnerSeasonalPointsResponse], any Error> {
    await result { () async throws(SeasonalRewardsError) in
      try await seasonalLeaderboard(season: season, year: year, limit: limit)
    }
  }

  /// Gets a runner's transactions.
  public func getTransactions(
    runnerId: Int, limit: Int = 0
  ) async -> Result<[PointTransaction], any Error> {
    await result { () async throws(SeasonalRewardsError) in
      try await transactions(runnerId: runnerId, limit: limit)
    }
  }

  /// Gets all runners of the club.
  public func getRunners() async -> Result<[RosterRunner], any Error> {
    await result { () async throws(SeasonalRewardsError) in try await runners() }
  }

  /// Gets the points that activities earn and features cost.
  public func getPointsConfig() async -> Result<PointsConfig, any Error> {
    await result { () async throws(SeasonalRewardsError) in try await pointsConfig() }
  }
}
