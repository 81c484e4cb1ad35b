import Foundation
import SeasonalRewards
import Testing

/// `performGETRequest` and its like, as a program's own methods use them.
struct RequestHelperTests {
  @Test func `a value is got from any URL below the base`() async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    let result: Result<RunnerSeasonalPointsResponse, any Error> = await service.performGETRequest(
      url: "\(service.baseUrl)/api/v1/points/seasonal/123?season=xc&year=2024")
    #expect(try result.get().pointsEarned == 285)
    let odd: Result<[RosterRunner], any Error> = await service.performGETRequest(
      url: "\(service.baseUrl)/xc/runners?filter.getAll=true&name=Ann Archer&class=%32026&bare")
    #expect(try odd.get().count == 2)
    #expect(
      served.asked.last == "GET /xc/runners?filter.getAll=true&name=Ann%20Archer&class=2026&bare")
    #expect(
      served.records.withLock { $0.map(\.endpoint) }
        == ["/api/v1/points/seasonal/{id}", "/xc/runners"])
  }

  @Test func `bodies are posted and put`() async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    let rewards = "\(service.baseUrl)/api/v1/points/seasonal/rewards"
    let created: Result<SeasonalReward, any Error> = await service.performPOSTRequest(
      url: rewards, body: ["description": "Pizza"])
    #expect(try created.get().id == 2 && served.lastBody == ["description": "Pizza"])
    let updated: Result<SeasonalRewardDTO, any Error> = await service.performPUTRequest(
      url: "\(rewards)/2", body: UpdateSeasonalRewardRequest(pointThreshold: 5))
    #expect(try updated.get().id == 2 && served.lastBody == ["pointThreshold": 5])
    try await service.performDELETERequest(url: "\(rewards)/2").get()
    #expect(served.asked.last == "DELETE /api/v1/points/seasonal/rewards/2")
  }

  /// A program's own types, of which no other task may have the same value.
  private final class Points: Decodable {
    var pointsEarned: Int
  }

  private final class Draft: Encodable {
    var description = "Pizza"
  }

  @Test func `a program's own types need not be sendable`() async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    let got: Result<Points, any Error> = await service.performGETRequest(
      url: "\(service.baseUrl)/api/v1/points/seasonal/123?season=xc&year=2024")
    #expect(try got.get().pointsEarned == 285)
    let draft = Draft()
    let rewards = "\(service.baseUrl)/api/v1/points/seasonal/rewards"
    let posted: Result<SeasonalReward, any Error> = await service.performPOSTRequest(
      url: rewards, body: draft)
    draft.description = "Hoodies"
    let put: Result<SeasonalReward, any Error> = await service.performPUTRequest(
      url: "\(rewards)/2", body: draft)
    #expect(try posted.get().id == 2 && put.get().id == 2)
    #expect(served.lastBody == ["description": "Hoodies"])
  }

  @Test @MainActor func `a program's own types stay on its actor`() async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    let got: Result<Points, any Error> = await service.performGETRequest(
      url: "\(service.baseUrl)/api/v1/points/seasonal/123?season=xc&year=2024")
    let points = try got.get()
    points.pointsEarned += 1
    #expect(points.pointsEarned == 286)
  }

  @Test func `errors mean what they mean in the guide's own methods`() async throws {
    let service = try ServedRewards("", status: 400).service()
    let url = "\(service.baseUrl)/api/v1/points/seasonal/rewards"
    let created: Result<SeasonalRewardDTO, any Error> = await service.performPOSTRequest(
      url: url, body: ["description": "Pizza"])
    #expect(created.failure == .displayOrderConflict(400))
    let missing = try ServedRewards("", status: 404).service()
    let gone = await missing.performDELETERequest(
      url: "\(missing.baseUrl)/api/v1/points/seasonal/rewards/1")
    #expect(gone.failure == .rewardNotFound(404))
  }

  @Test(arguments: [
    "https://evil.example/api/v1/points/seasonal/123", "http://127.0.0.1:1@evil.example/", "", "/x",
    "BASE.evil.example/x", "BASE:99/x", "BASE", "BASE/x#y",
  ])
  func `nothing is sent to another place`(url: String) async throws {
    let served = try ServedRewards.guide()
    let service = served.service()
    let result: Result<PointsConfig, any Error> = await service.performGETRequest(
      url: url.replacing("BASE", with: service.baseUrl))
    guard case .badURL = result.failure else {
      Issue.record("found \(result); expected badURL")
      return
    }
    #expect(served.asked == [])
  }

  @Test func `a body that JSON cannot write is an error, not a crash`() async throws {
    let service = try ServedRewards.guide().service()
    let result: Result<PointsConfig, any Error> = await service.performPUTRequest(
      url: "\(service.baseUrl)/api/v1/points/config", body: [Double.nan])
    #expect(result.failure?.description.hasPrefix("body: found") == true)
  }
}
