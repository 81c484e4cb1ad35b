import SeasonalRewards

/// The guide's methods as it prints them; in this file they come before the module's own.
extension DataService {
  // MARK: - Seasonal Rewards API

  /// Get team progress for a season/year.
  fileprivate func getTeamSeasonalProgress(season: String, year: String) async -> Result<
    SeasonalProgressResponse, Error
  > {
    let endpoint = "\(baseUrl)/api/v1/points/seasonal/progress?season=\(season)&year=\(year)"
    return await performGETRequest(url: endpoint)
  }

  /// Get seasonal rewards configuration.
  fileprivate func getSeasonalRewardsConfig(season: String, year: String) async -> Result<
    [SeasonalRewardDTO], Error
  > {
    let endpoint = "\(baseUrl)/api/v1/points/seasonal/rewards?season=\(season)&year=\(year)"
    return await performGETRequest(url: endpoint)
  }

  /// Create a new seasonal reward (coach only).
  fileprivate func createSeasonalReward(request: CreateSeasonalRewardRequest) async -> Result<
    SeasonalRewardDTO, Error
  > {
    let endpoint = "\(baseUrl)/api/v1/points/seasonal/rewards"
    return await performPOSTRequest(url: endpoint, body: request)
  }

  /// Update an existing reward (coach only).
  fileprivate func updateSeasonalReward(id: Int64, request: UpdateSeasonalRewardRequest) async
    -> Result<SeasonalRewardDTO, Error>
  {
    let endpoint = "\(baseUrl)/api/v1/points/seasonal/rewards/\(id)"
    return await performPUTRequest(url: endpoint, body: request)
  }

  /// Delete a reward (coach only).
  fileprivate func deleteSeasonalReward(id: Int64) async -> Result<Void, Error> {
    let endpoint = "\(baseUrl)/api/v1/points/seasonal/rewards/\(id)"
    return await performDELETERequest(url: endpoint)
  }

  /// Get individual runner's seasonal points.
  fileprivate func getRunnerSeasonalPoints(runnerId: Int, season: String, year: String) async
    -> Result<RunnerSeasonalPointsResponse, Error>
  {
    let endpoint = "\(baseUrl)/api/v1/points/seasonal/\(runnerId)?season=\(season)&year=\(year)"
    return await performGETRequest(url: endpoint)
  }
}

/// Calls the guide's methods.
struct SeedDataServiceCalls {
  let dataService: DataService

  func progress(_ season: String, _ year: String) async throws -> SeasonalProgressResponse {
    try await dataService.getTeamSeasonalProgress(season: season, year: year).get()
  }

  func rewards(_ season: String, _ year: String) async throws -> [SeasonalRewardDTO] {
    try await dataService.getSeasonalRewardsConfig(season: season, year: year).get()
  }

  func create(_ request: CreateSeasonalRewardRequest) async throws -> SeasonalRewardDTO {
    try await dataService.createSeasonalReward(request: request).get()
  }

  func update(
    _ id: Int64, _ request: UpdateSeasonalRewardRequest
  ) async throws -> SeasonalRewardDTO {
    try await dataService.updateSeasonalReward(id: id, request: request).get()
  }

  func delete(_ id: Int64) async throws {
    try await dataService.deleteSeasonalReward(id: id).get()
  }

  func points(
    _ runnerId: Int, _ season: String, _ year: String
  ) async throws -> RunnerSeasonalPointsResponse {
    try await dataService.getRunnerSeasonalPoints(runnerId: runnerId, season: season, year: year)
      .get()
  }
}
