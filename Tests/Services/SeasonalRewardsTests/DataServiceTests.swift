import APICore
import Foundation
import HTTPTransport
import SeasonalRewards
import Testing

struct DataServiceTests {
  private let new = CreateSeasonalRewardRequest(
    season: "xc", year: "2024", description: "Team Hoodies", pointThreshold: 10_000,
    displayOrder: 2, createdBy: nil)

  @Test func `each of the guide's methods asks its endpoint, with season and year`() async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    let progress = try await service.getTeamSeasonalProgress(season: "xc", year: "2024").get()
    #expect(progress.teamTotalPoints == 12_500)
    let rewards = try await service.getSeasonalRewardsConfig(season: "xc", year: "2024").get()
    #expect(rewards.map(\.id) == [1, 2] && rewards.allSatisfy { $0.progressPercentage == nil })
    let created = try await service.createSeasonalReward(request: new).get()
    #expect(created.id == 2 && created.description == "Team Hoodies")
    let updated = try await service.updateSeasonalReward(
      id: 2, request: UpdateSeasonalRewardRequest(pointThreshold: 12_000)
    ).get()
    #expect(updated.id == 2)
    try await service.deleteSeasonalReward(id: 2).get()
    let points = try await service.getRunnerSeasonalPoints(
      runnerId: 123, season: "xc", year: "2024"
    ).get()
    #expect(points.pointsEarned == 285)
    #expect(
      served.asked == [
        "GET /api/v1/points/seasonal/progress?season=xc&year=2024",
        "GET /api/v1/points/seasonal/rewards?season=xc&year=2024",
        "POST /api/v1/points/seasonal/rewards", "PUT /api/v1/points/seasonal/rewards/2",
        "DELETE /api/v1/points/seasonal/rewards/2",
        "GET /api/v1/points/seasonal/123?season=xc&year=2024",
      ])
  }

  @Test func `a create is sent and its entity comes back`() async throws {
    let served = try ServedRewards.guide()
    let reward = try await served.service().createReward(new)
    #expect(reward.id == 2 && reward.description == "Team Hoodies" && reward.displayOrder == 2)
    #expect(reward.pointThreshold == 10_000 && reward.createdAt != nil && reward.updatedAt != nil)
    #expect(served.asked == ["POST /api/v1/points/seasonal/rewards"])
    #expect(
      served.lastBody == [
        "season": "xc", "year": "2024", "description": "Team Hoodies", "pointThreshold": 10_000,
        "displayOrder": 2,
      ])
    #expect(served.server.requests[0].header("Content-Type") == "application/json")
  }

  @Test func `an update sends what changes, to the reward's own path`() async throws {
    let served = try ServedRewards.guide()
    _ = try await served.service().updateReward(
      id: 2, UpdateSeasonalRewardRequest(description: "Pizza"))
    #expect(served.asked == ["PUT /api/v1/points/seasonal/rewards/2"])
    #expect(served.lastBody == ["description": "Pizza"])
    let far = try ServedRewards(Samples.reward)
    _ = try await far.service().updateReward(
      id: 9_007_199_254_740_993, UpdateSeasonalRewardRequest(displayOrder: 1))
    #expect(far.asked == ["PUT /api/v1/points/seasonal/rewards/9007199254740993"])
  }

  @Test func `a delete succeeds with an empty body`() async throws {
    let served = try ServedRewards.guide()
    let result = await served.service().deleteSeasonalReward(id: 2)
    #expect(throws: Never.self) { try result.get() }
    #expect(served.server.requests[0].body.isEmpty)
  }

  @Test func `an award is sent with its year and answered leniently`() async throws {
    let request = EarnPointsRequest(
      runnerId: 123, activityType: "TRAINING_RUN", activityUuid: "u", season: "xc", year: "2024",
      description: "Morning run - 5 miles")
    let served = try ServedRewards.guide()
    let answer = try await served.service().earnPoints(request: request).get()
    #expect(answer.transaction?.runnerId == 123)
    #expect(served.asked == ["POST /api/v1/points/earn"] && served.lastBody?["year"] == "2024")
    let brief = try ServedRewards(#"{"pointsEarned": "10"}"#)
    #expect(try await brief.service().earn(request) == EarnPointsResponse(pointsEarned: 10))
  }

  @Test(arguments: [
    "{}", "null", "[]", "7", #"{"message": "Welcome", "items": [1]}"#,
    #"{"transaction": {"id": 7}}"#, "<html>",
  ])
  func `what is no answer to an award is an error, not a success`(body: String) async throws {
    let served = try ServedRewards(body)
    let result = await served.service().earnPoints(
      request: EarnPointsRequest(
        runnerId: 1, activityType: "WORKOUT", activityUuid: "u", season: nil, year: nil,
        description: nil))
    guard case .unreadable(let text) = result.failure else {
      Issue.record("found \(result); expected unreadable")
      return
    }
    #expect(text.hasPrefix("POST /api/v1/points/earn: found "), "\(text)")
  }

  @Test(arguments: ["", " \n", #"{"success": true}"#, #"{"success": "true", "more": []}"#])
  func `an award answered by a bare success is one`(body: String) async throws {
    let answer = try await ServedRewards(body).service().earn(
      EarnPointsRequest(
        runnerId: 1, activityType: "WORKOUT", activityUuid: "u", season: nil, year: nil,
        description: nil))
    #expect(answer == EarnPointsResponse())
  }

  @Test func `what is no answer to a delete is an error, not a success`() async throws {
    let served = try ServedRewards("<html>")
    guard case .unreadable = await served.service().deleteSeasonalReward(id: 2).failure else {
      Issue.record("no error")
      return
    }
    #expect(await (try ServedRewards(" \n")).service().deleteSeasonalReward(id: 2).failure == nil)
  }

  @Test func `an award that was counted before states the points it counts`() async throws {
    let before = Samples.earned.replacing(
      #""pointsEarned": 10"#, with: #""pointsEarned": 0"#)
    let request = EarnPointsRequest(
      runnerId: 123, activityType: "TRAINING_RUN", activityUuid: "u", season: "xc", year: "2024",
      description: nil)
    let again = try await ServedRewards(before).service().earn(request)
    #expect(again.pointsEarned == 0 && again.wasCountedBefore && again.activityPoints == 10)
    let first = try await ServedRewards(Samples.earned).service().earn(request)
    #expect(!first.wasCountedBefore && first.activityPoints == 10)
    let nothing = try await ServedRewards(#"{"pointsEarned": 0}"#).service().earn(request)
    #expect(!nothing.wasCountedBefore && nothing.activityPoints == 0)
    let unsaid = try await ServedRewards(#"{"newBalance": 7}"#).service().earn(request)
    #expect(!unsaid.wasCountedBefore && unsaid.activityPoints == nil)
  }

  @Test func `an award without a season leaves the keys out`() async throws {
    let served = try ServedRewards.guide()
    _ = try await served.service().earn(
      EarnPointsRequest(
        runnerId: 123, activityType: "WORKOUT", activityUuid: "u", season: nil, year: nil,
        description: nil))
    #expect(served.lastBody == ["activityType": "WORKOUT", "activityUuid": "u", "runnerId": 123])
  }

  @Test func `an unknown runner has 0 points`() async throws {
    let served = try ServedRewards(
      #"{"runnerId": 999, "season": "xc", "year": "2024", "pointsEarned": 0}"#)
    let points = try await served.service().runnerSeasonalPoints(
      runnerId: 999, season: "xc", year: "2024")
    #expect(points.pointsEarned == 0 && points.runnerId == 999)
    #expect(served.asked == ["GET /api/v1/points/seasonal/999?season=xc&year=2024"])
  }

  @Test func `the throwing calls are those of the results`() async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    #expect(
      try await service.teamSeasonalProgress(season: "xc", year: "2024")
        == service.getTeamSeasonalProgress(season: "xc", year: "2024").get())
    #expect(
      try await service.seasonalRewards(season: "xc", year: "2024")
        == service.getSeasonalRewardsConfig(season: "xc", year: "2024").get())
    #expect(
      try await service.runnerSeasonalPoints(runnerId: 123, season: "xc", year: "2024")
        == service.getRunnerSeasonalPoints(runnerId: 123, season: "xc", year: "2024").get())
    #expect(
      try await service.createReward(new).dto
        == service.createSeasonalReward(request: new).get())
    let change = UpdateSeasonalRewardRequest(displayOrder: 1)
    #expect(
      try await service.updateReward(id: 2, change).dto
        == service.updateSeasonalReward(id: 2, request: change).get())
    let award = EarnPointsRequest(
      runnerId: 123, activityType: "WORKOUT", activityUuid: "u", season: "xc", year: "2024",
      description: nil)
    #expect(try await service.earn(award) == service.earnPoints(request: award).get())
    try await service.deleteReward(id: 2)
    await #expect(throws: SeasonalRewardsError.rewardNotFound(404)) {
      try await service.deleteReward(id: 77)
    }
  }

  @Test func `the server's further endpoints can be asked`() async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    let leaders = try await service.getSeasonalLeaderboard(season: "xc", year: "2024").get()
    #expect(leaders.map(\.pointsEarned) == [300, 285])
    _ = try await service.seasonalLeaderboard(season: "xc", year: "2024", limit: 10)
    #expect(try await service.getTransactions(runnerId: 123).get().map(\.pointsAmount) == [-5, 10])
    #expect(try await service.getRunners().get().map(\.id) == [123, 7])
    #expect(try await service.getPointsConfig().get().config["COST_SEND_GIF"] == 5)
    #expect(
      served.asked.map { String($0.dropFirst(4)) } == [
        "/api/v1/points/seasonal/leaderboard?season=xc&year=2024",
        "/api/v1/points/seasonal/leaderboard?season=xc&year=2024&limit=10",
        "/api/v1/points/transactions?runnerId=123&limit=0", "/xc/allRunners/",
        "/api/v1/points/config",
      ])
  }

  @Test(arguments: ["XC", "swim", "", "xc&year=1"])
  func `what is no season is refused before it is sent`(season: String) async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    let error = SeasonalRewardsError.invalid(
      field: "season", found: "“\(season)”", expected: "xc or track")
    #expect(
      await service.getTeamSeasonalProgress(season: season, year: "2024").failure == error)
    #expect(
      await service.getSeasonalRewardsConfig(season: season, year: "2024").failure == error)
    #expect(
      await service.getRunnerSeasonalPoints(runnerId: 1, season: season, year: "2024").failure
        == error)
    #expect(
      await service.getSeasonalLeaderboard(season: season, year: "2024").failure == error)
    let wrong = CreateSeasonalRewardRequest(
      season: season, year: "2024", description: "", pointThreshold: 1, displayOrder: 1,
      createdBy: nil)
    #expect(await service.createSeasonalReward(request: wrong).failure == error)
    #expect(served.asked == [])
  }

  @Test func `a year is percent-encoded`() async throws {
    let served = try ServedRewards.guide()
    _ = try await served.service().teamSeasonalProgress(season: "track", year: "20 24&x=é")
    #expect(
      served.asked
        == ["GET /api/v1/points/seasonal/progress?season=track&year=20%2024%26x%3D%C3%A9"])
  }

  @Test func `host and path in front are the settings'`() async throws {
    let served = try ServedRewards(Samples.rewards)
    let base = served.server.url.absoluteString + "/club/"
    let service = try DataService(baseUrl: base, surroundings: served.surroundings())
    #expect(service.baseUrl == served.server.url.absoluteString + "/club")
    #expect(service.swaggerURL.absoluteString == service.baseUrl + "/swagger-ui.html")
    _ = try await service.seasonalRewards(season: "xc", year: "2024")
    #expect(served.asked == ["GET /club/api/v1/points/seasonal/rewards?season=xc&year=2024"])
    #expect(throws: SeasonalRewardsError.self) { try DataService(baseUrl: "club") }
    #expect(throws: SeasonalRewardsError.self) { try DataService(baseUrl: "http://club.example") }
  }

  @Test func `calls go by a connection that is given`() async throws {
    let served = try ServedRewards.guide()
    let settings = SeasonalServiceSettings(baseURL: served.server.url)
    let connection = APIConnection(
      APISettings(api: "points", baseURL: served.server.url),
      transport: ServedRewards.transport, authorization: NoHeaders(), log: served.log.logger)
    let service = DataService(settings, connection: connection)
    _ = try await service.teamSeasonalProgress(season: "xc", year: "2024")
    #expect(connection.cache.count == 1)
  }

  private struct NoHeaders: Authorization {
    func headers() async -> HTTPHeaders? { [:] }
    func renew(after refused: HTTPHeaders) async -> Bool { false }
  }

  @Test func `no credential is needed, and a program's own header fields are sent`() async throws {
    let open = try ServedRewards.guide()
    _ = try await open.service().seasonalRewards(season: "xc", year: "2024")
    #expect(open.server.requests[0].header("Authorization") == nil)
    let served = try ServedRewards.guide()
    let service = served.service(headers: { ["Authorization": "Bearer \(ServedRewards.token)"] })
    _ = try await service.seasonalRewards(season: "xc", year: "2024")
    #expect(
      served.server.requests[0].header("Authorization") == "Bearer \(ServedRewards.token)")
  }

  @Test func `a reward gets its description as name where the settings say so`() async throws {
    let served = try ServedRewards.guide()
    _ = try await served.service().createReward(new)
    #expect(served.lastBody?["rewardName"] == nil)
    _ = try await served.service { $0.namesRewardsByDescription = true }.createReward(new)
    #expect(served.lastBody?["rewardName"] == "Team Hoodies")
  }

  @Test func `all rewards of an answer are given back`() async throws {
    let many = (1...250).map { id in
      Samples.reward.replacing(#""id": 2"#, with: #""id": \#(id)"#)
    }
    let served = try ServedRewards("[\(many.joined(separator: ","))]")
    let rewards = try await served.service().seasonalRewards(season: "xc", year: "2024")
    #expect(rewards.map(\.id) == Array(1...250) && served.asked.count == 1)
  }

  @Test func `a reward in a progress that cannot be read is left out and reported`() async throws {
    let served = try ServedRewards(
      Samples.progress.replacing(#""pointThreshold": 5000,"#, with: ""))
    let progress = try await served.service().teamSeasonalProgress(season: "xc", year: "2024")
    #expect(progress.rewards.map(\.id) == [2, 3])
    #expect(served.rejected.withLock { $0.map(\.path) } == ["rewards[0].pointThreshold"])
  }
}
