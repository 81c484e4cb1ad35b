import APICore
import FeedContract
import Foundation
import SportsbookAPI
import Synchronization
import Testing

/// The sportsbook's client against the suite that every client must pass.
struct SportsbookContract: ContractClient {
  /// Returns an element that is good in every list: each takes the members that it knows.
  private static func element(_ id: Int, _ rest: String = "", status: String = "published")
    -> String
  {
    #"{"id": \#(id), "title": "T", "status": "\#(status)", "action_type": "internal_link", "#
      + #""action_target": "/a", "start_date": "2024-05-01T00:00:00.000000Z", "#
      + #""end_date": "2024-05-31T23:59:59.000000Z", "sport_event_id": 7, "#
      + #""published_date": "2024-05-01T00:00:00Z", "#
      + #""tipster": {"id": 1, "name": "N", "win_rate": 0.5}, "#
      + #""event": {"id": 7, "home_team": "A", "away_team": "B", "date_time": "2024-05-02"}, "#
      + #""selection": {"market_name": "1X2", "outcome_name": "1", "odds": 2}\#(rest)}"#
  }

  static let samples = ContractSamples(
    good: [element(1), element(2)], unknownField: element(3, #", "colour": {"a": [1]}"#),
    unknownValue: element(4, status: "sleeping"), bad: #"{"id": {}, "title": "T"}"#,
    withoutID: element(5).replacing(#""id": 5, "#, with: ""),
    nullMembers: element(
      6,
      #", "subtitle": null, "content": null, "image_url": null, "tags": null, "author": null, "#
        + #""duration": null, "client_id": null, "event_data": null, "original_odd": null, "#
        + #""boosted_odd": null, "sport_event_market_ids": null, "reasoning": null"#
    ).replacing(#""event": {"id": 7, "#, with: #""event": {"id": 7, "market": null, "#),
    renewal: { key in #"{"token": "\#(key)"}"# })

  private let client: SportsbookClient
  private let rejected = Rejections()

  private final class Rejections: Sendable {
    let count = Mutex(0)
  }

  init(_ setting: ContractSetting) {
    var settings = SportsbookServiceSettings(baseURL: setting.baseURL)
    settings.limits = setting.limits
    settings.interval = setting.interval
    settings.others = setting.others
    let rejected = rejected
    client = SportsbookClient(
      settings,
      surroundings: SportsbookSurroundings(
        transport: setting.transport, clock: setting.clock, log: setting.log,
        observe: setting.observe, reject: { _ in rejected.count.withLock { $0 += 1 } },
        waits: setting.waits),
      credentials: SportsbookCredentials(username: "u", password: Secret("p")),
      token: setting.key().map { Secret($0) })
  }

  func list() async -> ContractOutcome {
    await outcome { client async throws(SportsbookError) in try await client.banners().count }
  }

  func lists() async -> [ContractOutcome] {
    [
      await list(),
      await outcome { client async throws(SportsbookError) in
        try await client.sportBanners().count
      },
      await outcome { client async throws(SportsbookError) in
        try await client.boostedOddsBanners().count
      },
      await outcome { client async throws(SportsbookError) in try await client.heroCards().count },
      await outcome { client async throws(SportsbookError) in try await client.stories().count },
      await outcome { client async throws(SportsbookError) in try await client.news().count },
      await outcome { client async throws(SportsbookError) in
        try await client.proChoices().count
      },
    ]
  }

  /// The login: the only call that is not a read.
  func write() async -> ContractOutcome? {
    await outcome { client async throws(SportsbookError) in
      try await client.login()
      return 1
    }
  }

  private func outcome(
    _ ask: (SportsbookClient) async throws(SportsbookError) -> Int
  ) async -> ContractOutcome {
    let before = rejected.count.withLock { $0 }
    do {
      let count = try await ask(client)
      return .elements(count, rejected: rejected.count.withLock { $0 } - before)
    } catch {
      return .failure(Self.kind(error), text: error.localizedDescription)
    }
  }

  private static func kind(_ error: SportsbookError) -> ContractFailure {
    switch error {
    case .unauthorized, .forbidden: .unauthorised
    case .server(429, _): .rateLimited
    case .server(500..., _): .server
    case .transport: .network
    case .decoding: .unreadable
    case .server, .notAuthenticated, .notFound, .validation, .cancelled, .invalid: .other
    }
  }
}

struct SportsbookContractTests {
  @Test(arguments: ContractCase.allCases)
  func `the sportsbook's client keeps the contract`(example: ContractCase) async throws {
    let findings = try await FeedContract.findings(example, SportsbookContract.self)
    #expect(findings == [])
  }
}
