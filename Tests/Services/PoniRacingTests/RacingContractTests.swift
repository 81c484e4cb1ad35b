import APICore
import FeedContract
import Foundation
import PoniRacing
import Synchronization
import Testing

/// The racing client against the suite that every client must pass.
struct RacingContract: ContractClient {
  static let samples = ContractSamples(
    good: [
      #"{"id_race": "1", "course": "Willow Bend (USA)", "date": "2020-11-08 16:50:00"}"#,
      #"{"id_race": "2", "course": "Stone Harbor (USA)", "date": "2020-11-08 17:20:00"}"#,
    ],
    unknownField: #"{"id_race": "3", "course": "Willow Bend (USA)", "colour": {"a": [1]}}"#,
    unknownValue: #"{"id_race": "4", "course": "Willow Bend (USA)", "going": "lava"}"#,
    bad: #"{"id_race": {}, "course": "Willow Bend (USA)"}"#,
    withoutID: #"{"course": "Willow Bend (USA)", "date": "2020-11-08 17:50:00"}"#,
    nullMembers: #"{"id_race": "5", "course": null, "date": null, "distance": null, "age": null, "#
      + #""finished": null, "canceled": null, "horses": null, "going": null, "prize": null}"#)

  private let service: RealDataService
  private let rejected = Rejections()

  private final class Rejections: Sendable {
    let count = Mutex(0)
  }

  init(_ setting: ContractSetting) {
    var settings = RacingServiceSettings(baseURL: setting.baseURL)
    settings.limits = setting.limits
    let rejected = rejected
    service = RealDataService(
      settings,
      surroundings: RacingSurroundings(
        transport: setting.transport, clock: setting.clock, log: setting.log,
        limiter: RateLimiter(
          interval: setting.interval, clock: setting.clock, others: setting.others),
        key: setting.key, observe: setting.observe,
        reject: { _ in rejected.count.withLock { $0 += 1 } }, waits: setting.waits))
  }

  func list() async -> ContractOutcome {
    await outcome { () async throws(APIError) in try await service.fetchTodaysRaces().count }
  }

  func lists() async -> [ContractOutcome] {
    [
      await list(),
      await outcome { () async throws(APIError) in try await service.fetchRaceResults().count },
    ]
  }

  private func outcome(_ call: () async throws(APIError) -> Int) async -> ContractOutcome {
    rejected.count.withLock { $0 = 0 }
    do throws(APIError) {
      let count = try await call()
      return .elements(count, rejected: rejected.count.withLock { $0 })
    } catch .noData {
      return .elements(0)
    } catch {
      return .failure(Self.kind(error), text: error.localizedDescription)
    }
  }

  private static func kind(_ error: APIError) -> ContractFailure {
    switch error {
    case .invalidAPIKey: .unauthorised
    case .rateLimitExceeded: .rateLimited
    case .networkError: .network
    case .invalidResponse: .unreadable
    case .serverError(500...): .server
    case .serverError, .noData: .other
    }
  }
}

struct RacingContractTests {
  @Test(arguments: ContractCase.allCases)
  func `the racing client keeps the contract`(example: ContractCase) async throws {
    let findings = try await FeedContract.findings(example, RacingContract.self)
    #expect(findings == [])
  }
}
