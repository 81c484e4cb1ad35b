import FeedContract
import Foundation
import SeasonalRewards
import Testing

struct CacheTests {
  /// Serves a team that has one point more at each request.
  private func served() throws -> ServedRewards {
    let count = Counter()
    return try ServedRewards { request in
      if request.target.contains("/progress") {
        return .json(Samples.progress.replacing("12500", with: "\(count.next())"))
      }
      if request.method == "DELETE" { return .whole([]) }
      return .json(request.target.hasSuffix("/earn") ? Samples.earned : Samples.reward)
    }
  }

  private func total(_ service: DataService, year: String = "2024") async throws -> Int {
    try await service.teamSeasonalProgress(season: "xc", year: year).teamTotalPoints
  }

  @Test func `progress is kept for 90 seconds`() async throws {
    let served = try served()
    let service = served.service()
    #expect(try await total(service) == 0)
    served.clock.advance(by: .milliseconds(89_999))
    #expect(try await total(service) == 0)
    served.clock.advance(by: .milliseconds(1))
    #expect(try await total(service) == 1)
    #expect(try await total(service) == 1)
    #expect(served.asked.count == 2)
  }

  @Test(arguments: [0, 60, 120])
  func `how long it is kept can be set`(seconds: Int64) async throws {
    let served = try served()
    let service = served.service { $0.progressFreshFor = .seconds(seconds) }
    _ = try await total(service)
    served.clock.advance(by: .seconds(seconds - 1))
    #expect(try await total(service) == (seconds == 0 ? 1 : 0))
    served.clock.advance(by: .seconds(1))
    #expect(try await total(service) == (seconds == 0 ? 2 : 1))
  }

  @Test func `each season has its own`() async throws {
    let service = try served().service()
    #expect(try await total(service, year: "2024") == 0)
    #expect(try await total(service, year: "2023") == 1)
    #expect(try await total(service, year: "2024") == 0)
  }

  /// Everything that changes points or rewards.
  private static let changes: [@Sendable (DataService) async -> Void] = [
    { _ = await $0.award(.meetLog(runnerId: 1, uuid: "u")) },
    { _ = await $0.updateSeasonalReward(id: 2, request: .init(displayOrder: 1)) },
    { _ = await $0.deleteSeasonalReward(id: 2) },
    {
      _ = await $0.createSeasonalReward(
        request: CreateSeasonalRewardRequest(
          season: "xc", year: "2024", description: "", pointThreshold: 1, displayOrder: 1,
          createdBy: nil))
    },
    { _ = await $0.performDELETERequest(url: $0.baseUrl + "/api/v1/points/seasonal/rewards/9") },
  ]

  @Test(arguments: changes.indices)
  func `each award and change makes it be asked for anew`(index: Int) async throws {
    let service = try served().service()
    #expect(try await total(service) == 0)
    await Self.changes[index](service)
    #expect(try await total(service) == 1)
  }

  @Test func `a change that fails may have been made, and counts as one`() async throws {
    let count = Counter()
    let served = try ServedRewards { request in
      request.method == "GET"
        ? .json(Samples.progress.replacing("12500", with: "\(count.next())"))
        : ScriptedAnswer([.reset])
    }
    let service = served.service()
    #expect(try await total(service) == 0)
    _ = await service.deleteSeasonalReward(id: 2)
    #expect(try await total(service) == 1)
  }

  @Test func `a read of other things leaves it`() async throws {
    let service = try served().service()
    #expect(try await total(service) == 0)
    _ = await service.getSeasonalRewardsConfig(season: "xc", year: "2024")
    #expect(try await total(service) == 0)
  }

  @Test func `a refresh passes it over and is kept in its place`() async throws {
    let service = try served().service()
    #expect(try await total(service) == 0)
    let fresh = try await service.teamSeasonalProgress(
      season: "xc", year: "2024", refreshing: true)
    #expect(fresh.teamTotalPoints == 1)
    #expect(try await total(service) == 1)
  }

  @Test func `nothing is asked unless a caller asks`() async throws {
    let served = try served()
    let model = TeamRewardsProgressModel(served.service())
    await model.load()
    served.clock.advance(by: .seconds(86_400))
    #expect(served.asked.count == 1 && served.clock.sleeperCount == 0)
    #expect(!model.isLoading)
  }
}
