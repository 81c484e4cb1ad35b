import APICore
import FeedContract
import Foundation
import SeasonalRewards
import Synchronization
import Testing

/// The rewards client against the suite that every client must pass.
struct RewardsContract: ContractClient {
  private static func reward(_ id: Int, _ rest: String = "", season: String = "xc") -> String {
    #"{"id": \#(id), "season": "\#(season)", "year": 2024, "description": "Hoodies", "#
      + #""pointThreshold": 100, "displayOrder": \#(id), "isAchieved": false\#(rest)}"#
  }

  static let samples = ContractSamples(
    good: [reward(1), reward(2)],
    unknownField: reward(3, #", "colour": {"a": [1]}"#),
    unknownValue: reward(4, season: "cyclo-cross"),
    bad: #"{"id": 5, "season": "xc", "year": 2024, "description": "Hoodies"}"#,
    withoutID: reward(5).replacing(#""id": 5, "#, with: ""),
    nullMembers: reward(
      6, #", "achievedDate": null, "progressPercentage": null, "rewardName": null"#))

  private let service: DataService
  private let rejected = Rejections()

  private final class Rejections: Sendable {
    let count = Mutex(0)
  }

  init(_ setting: ContractSetting) {
    var settings = SeasonalServiceSettings(baseURL: setting.baseURL)
    settings.limits = setting.limits
    settings.interval = setting.interval
    settings.others = setting.others
    let rejected = rejected
    let key = setting.key
    service = DataService(
      settings,
      surroundings: SeasonalSurroundings(
        transport: setting.transport, clock: setting.clock, log: setting.log,
        authHeaders: { key().map { ["Authorization": "Bearer \($0)"] } ?? [:] },
        observe: setting.observe, reject: { _ in rejected.count.withLock { $0 += 1 } },
        waits: setting.waits))
  }

  func list() async -> ContractOutcome {
    do {
      let rewards = try await service.seasonalRewards(season: "xc", year: "2024")
      return .elements(rewards.count, rejected: rejected.count.withLock { $0 })
    } catch {
      return .failure(Self.kind(error), text: error.localizedDescription)
    }
  }

  func write() async -> ContractOutcome? {
    let award = EarnPointsRequest(
      runnerId: 1, activityType: "WORKOUT", activityUuid: "u", season: "xc", year: "2024",
      description: nil)
    do {
      _ = try await service.earn(award)
      return .elements(1)
    } catch {
      return .failure(Self.kind(error), text: error.localizedDescription)
    }
  }

  private static func kind(_ error: SeasonalRewardsError) -> ContractFailure {
    switch error {
    case .notCoach, .http(401), .http(403): .unauthorised
    case .http(429): .rateLimited
    case .http(500...): .server
    case .network: .network
    case .unreadable: .unreadable
    case .http, .displayOrderConflict, .rewardNotFound, .invalid, .badURL: .other
    }
  }
}

struct RewardsContractTests {
  @Test(arguments: ContractCase.allCases)
  func `the rewards client keeps the contract`(example: ContractCase) async throws {
    let findings = try await FeedContract.findings(example, RewardsContract.self)
    #expect(findings == [])
  }
}
