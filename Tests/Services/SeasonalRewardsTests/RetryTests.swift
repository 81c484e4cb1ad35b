import FeedContract
import Foundation
import SeasonalRewards
import Testing

struct RetryTests {
  /// Returns a service that fails at first: it takes the request, and then has no answer or a bad
  /// one.
  private func served(_ failure: ScriptedAnswer) throws -> ServedRewards {
    try ServedRewards { request in
      if request.index < 2 { return failure }
      return .json(request.target.hasSuffix("/earn") ? Samples.earned : Samples.rewards)
    }
  }

  private static let failures = [ScriptedAnswer([.reset]), .json("", status: 503)]

  private func earn(_ service: DataService, uuid: String?) async -> SeasonalRewardsError? {
    await service.earnPoints(
      request: EarnPointsRequest(
        runnerId: 1, activityType: "WORKOUT", activityUuid: uuid, season: "xc", year: "2024",
        description: nil)
    ).failure
  }

  @Test(arguments: failures.indices)
  func `what only reads is made again`(index: Int) async throws {
    let served = try served(Self.failures[index])
    #expect(try await served.service().seasonalRewards(season: "xc", year: "2024").count == 2)
    #expect(served.asked.count == 3)
  }

  @Test(arguments: failures.indices)
  func `an award is made again only with its activity's UUID`(index: Int) async throws {
    let counted = try served(Self.failures[index])
    #expect(await earn(counted.service(), uuid: "u") == nil)
    #expect(counted.asked.count == 3)
    #expect(Set(counted.server.requests.map { $0.body }).count == 1)
    for uuid in [nil, ""] {
      let served = try served(Self.failures[index])
      #expect(await earn(served.service(), uuid: uuid) != nil)
      #expect(served.asked.count == 1)
    }
  }

  @Test(arguments: failures.indices)
  func `an award by the helper follows the same rule`(index: Int) async throws {
    for (uuid, count) in [("u", 3), (nil, 1)] {
      let served = try served(Self.failures[index])
      let service = served.service()
      let _: Result<EarnPointsResponse, any Error> = await service.performPOSTRequest(
        url: service.baseUrl + "/api/v1/points/earn",
        body: EarnPointsRequest(
          runnerId: 1, activityType: "WORKOUT", activityUuid: uuid, season: nil, year: nil,
          description: nil))
      #expect(served.asked.count == count)
    }
  }

  @Test(arguments: failures.indices)
  func `a change of rewards is sent once`(index: Int) async throws {
    let served = try served(Self.failures[index])
    let service = served.service()
    #expect(await service.deleteSeasonalReward(id: 1).failure != nil)
    #expect(served.asked.count == 1)
    let other = try self.served(Self.failures[index])
    let request = UpdateSeasonalRewardRequest(displayOrder: 1)
    #expect(await other.service().updateSeasonalReward(id: 1, request: request).failure != nil)
    #expect(other.asked.count == 1)
    let third = try self.served(Self.failures[index])
    let new = CreateSeasonalRewardRequest(
      season: "xc", year: "2024", description: "", pointThreshold: 1, displayOrder: 1,
      createdBy: nil)
    #expect(await third.service().createSeasonalReward(request: new).failure != nil)
    #expect(third.asked.count == 1)
  }
}
