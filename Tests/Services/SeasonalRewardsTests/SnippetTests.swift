import APICore
import Foundation
import SeasonalRewards
import Testing

/// The guide's snippets, compiled as it prints them and run against loopback.
struct SnippetTests {
  @Test func `the guide's own methods work over the request helpers`() async throws {
    let served = try ServedRewards.guide()
    let calls = SeedDataServiceCalls(dataService: served.service())
    #expect(try await calls.progress("xc", "2024").teamTotalPoints == 12_500)
    #expect(try await calls.rewards("xc", "2024").count == 2)
    let new = CreateSeasonalRewardRequest(
      season: "xc", year: "2024", description: "Team Hoodies", pointThreshold: 10_000,
      displayOrder: 2, createdBy: nil)
    #expect(try await calls.create(new).id == 2)
    let change = UpdateSeasonalRewardRequest(
      description: nil, pointThreshold: 12_000, displayOrder: nil)
    #expect(try await calls.update(2, change).id == 2)
    try await calls.delete(2)
    #expect(try await calls.points(123, "xc", "2024").pointsEarned == 285)
    #expect(served.asked.count == 6)
    // The module's own methods would not send this: so these are the guide's.
    _ = try? await calls.rewards("swim", "2024")
    #expect(served.asked.last?.hasSuffix("rewards?season=swim&year=2024") == true)
  }

  @Test func `the guide's season helper agrees with the module's`() {
    let (season, year) = GlobalFunctions.getCurrentSeasonAndYear()
    #expect(SeedSeasonHelper.usage() == [season, year])
  }

  @Test func `awarding points as the guide does sends season, year and distance`() async throws {
    let served = try ServedRewards.guide()
    let usage = await SeedUsage(served.service())
    await usage.createTrainingRun(runnerId: 123, distance: 5.5)
    #expect(try await usage.earned?.get().pointsEarned == 10)
    let (season, year) = GlobalFunctions.getCurrentSeasonAndYear()
    #expect(served.lastBody?["season"] == .string(season))
    #expect(served.lastBody?["year"] == .string(year))
    #expect(served.lastBody?["description"] == "Training run - 5.5 miles")
    #expect(served.lastBody?["activityUuid"]?.text?.count == 36)
  }

  @Test func `creating a reward as the guide does prints what became of it`() async throws {
    let served = try ServedRewards.guide()
    let usage = await SeedUsage(served.service(), coach: "Coach Smith")
    await usage.createReward()
    #expect(await usage.printed == ["Created reward: Team Hoodies"])
    #expect(served.lastBody?["createdBy"] == "Coach Smith")
    let failing = await SeedUsage(try ServedRewards("", status: 400).service())
    await failing.createReward()
    #expect(
      await failing.printed == [
        "Error: A reward with this display order already exists. "
          + "Please choose a different order. (status 400 to POST "
          + "/api/v1/points/seasonal/rewards)"
      ])
  }

  @MainActor
  @Test func `loading progress as the guide does fills the view`() async throws {
    let view = SeedProgressView(try ServedRewards.guide().service())
    view.loadTeamProgress()
    #expect(view.isLoading)
    while view.isLoading { await Task.yield() }
    #expect(view.progress?.activeRosterCount == 45 && view.printed == [])
    let failing = SeedProgressView(try ServedRewards("", status: 418).service())
    failing.loadTeamProgress()
    while failing.isLoading { await Task.yield() }
    #expect(
      failing.printed == [
        "Error loading progress: The service refused with status 418 "
          + "(GET /api/v1/points/seasonal/progress)."
      ])
  }

  @Test func `the guide's error handling runs on the client's errors`() {
    var shown = SeedErrors()
    shown.orderConflict(.displayOrderConflict(400))
    shown.rewardNotFound(.rewardNotFound(404, mayBeOrderConflict: true))
    shown.orderConflict(.http(500))
    #expect(
      shown.alerts == [SeasonalMessages.displayOrderConflict, SeasonalMessages.rewardNotFound])
    let empty = SeasonalProgressResponse(
      season: "xc", year: "2024", teamTotalPoints: 0, activeRosterCount: 0, rewards: [])
    shown.emptyTeam(empty)
    shown.noRewards(empty)
    shown.isCoach = true
    shown.noRewards(empty)
    #expect(
      shown.emptyStates == [
        SeasonalMessages.emptyTeam, SeasonalMessages.noRewardsForAthlete,
        SeasonalMessages.noRewardsForCoach,
      ])
  }

  @Test func `the guide's own models read what the module's models write`() throws {
    let progress = try JSONDecoder().decode(
      SeasonalProgressResponse.self, from: Data(Samples.progress.utf8))
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let guide = try decoder.decode(
      SeedModels.SeasonalProgressResponse.self, from: try JSONEncoder().encode(progress))
    #expect(guide.year == "2024" && guide.rewards.map(\.id) == progress.rewards.map(\.id))
    #expect(guide.rewards.map(\.achievedDate) == progress.rewards.map(\.achievedDate))
    let points = RunnerSeasonalPointsResponse(
      runnerId: 123, season: "xc", year: "2024", pointsEarned: 285)
    #expect(
      try decoder.decode(
        SeedModels.RunnerSeasonalPointsResponse.self, from: try JSONEncoder().encode(points)
      ).pointsEarned == 285)
  }

  @Test func `the module's requests are written as the guide's own are`() throws {
    func json(_ value: some Encodable) throws -> JSONValue {
      try JSONValue(parsing: try JSONEncoder().encode(value))
    }
    #expect(
      try json(
        CreateSeasonalRewardRequest(
          season: "xc", year: "2024", description: "a", pointThreshold: 1, displayOrder: 2,
          createdBy: nil))
        == json(
          SeedModels.CreateSeasonalRewardRequest(
            season: "xc", year: "2024", description: "a", pointThreshold: 1, displayOrder: 2,
            createdBy: nil)))
    #expect(
      try json(
        UpdateSeasonalRewardRequest(description: nil, pointThreshold: 3, displayOrder: nil))
        == json(
          SeedModels.UpdateSeasonalRewardRequest(
            description: nil, pointThreshold: 3, displayOrder: nil)))
    #expect(
      try json(
        EarnPointsRequest(
          runnerId: 1, activityType: "WORKOUT", activityUuid: nil, season: "xc", year: "2024",
          description: nil))
        == json(
          SeedModels.EarnPointsRequest(
            runnerId: 1, activityType: "WORKOUT", activityUuid: nil, season: "xc", year: "2024",
            description: nil)))
  }
}
