import APICore
import BetableSDK
import FeedContract
import Foundation
import Synchronization
import Testing

/// The betting client against the suite that every client must pass.
struct BetableContract: ContractClient {
  /// Returns a bet of the service's list, the only list that the client requests.
  private static func bet(_ id: Int, outcome: String = "win", _ rest: String = "") -> String {
    #"{"id": \#(id), "reference": "k\#(id)", "game_id": "g", "kind": "backed", "#
      + #""economy": "sandbox", "currency": "GBP", "wager": "0.10", "payout": "0.25", "#
      + #""outcomes": [{"outcome": "\#(outcome)", "payout": "0.25"}], "#
      + #""created_at": "2026-01-01T00:00:00Z"\#(rest)}"#
  }

  static let samples: ContractSamples = {
    var samples = ContractSamples(
      good: [bet(1), bet(2)], unknownField: bet(3, #", "colour": {"a": [1]}"#),
      unknownValue: bet(4, outcome: "half_win"), bad: bet(5).replacing("0.10", with: "much"),
      withoutID: bet(6).replacing(#""id": 6, "#, with: ""),
      nullMembers: #"{"id": 7, "reference": null, "game_id": "g", "credit_game_id": null, "#
        + #""kind": "unbacked", "economy": null, "currency": null, "wager": "0.10", "#
        + #""payout": "0.00", "outcomes": [{"outcome": null, "payout": null, "symbols": null}], "#
        + #""created_at": null}"#,
      body: { #"{"bets": [\#($0.joined(separator: ","))]}"# })
    samples.hasKeyInQuery = true
    return samples
  }()

  private let betable: Betable
  private let rejected = Rejections()

  private final class Rejections: Sendable {
    let count = Mutex(0)
  }

  /// The login kept by another process of the same user, with the current key.
  private struct KeyStore: BetableCredentialStore {
    let key: @Sendable () -> String?

    func load() -> StoredLogin {
      StoredLogin(
        credentials: key().map {
          BetableCredentials(
            accessToken: Secret($0), sessionID: Secret(ServedBetable.session),
            userID: ServedBetable.userID)
        })
    }

    func save(_ login: StoredLogin) {}
  }

  init(_ setting: ContractSetting) {
    var settings = ServedBetable.settings(setting.baseURL)
    settings.limits = setting.limits
    settings.interval = setting.interval
    settings.others = setting.others
    let rejected = rejected
    betable = Betable(
      settings,
      surroundings: BetableSurroundings(
        transport: setting.transport, clock: setting.clock, log: setting.log,
        store: KeyStore(key: setting.key), observe: setting.observe,
        reject: { _ in rejected.count.withLock { $0 += 1 } }, waits: setting.waits))
    betable.launch()
    betable.loadStoredLogin()
  }

  func list() async -> ContractOutcome {
    let before = rejected.count.withLock { $0 }
    do throws(BetableError) {
      let bets = try await betable.statement()?.bets ?? []
      return .elements(bets.count, rejected: rejected.count.withLock { $0 } - before)
    } catch {
      return .failure(Self.kind(error), text: error.localizedDescription)
    }
  }

  /// Places a bet: another service's answer does not settle it.
  func write() async -> ContractOutcome? {
    do throws(BetableError) {
      _ = try await betable.bet(forGame: "g", withData: ServedBetable.bet)
      return .elements(1)
    } catch {
      return .failure(Self.kind(error), text: error.localizedDescription)
    }
  }

  private static func kind(_ error: BetableError) -> ContractFailure {
    switch error {
    case .refused(let refusal), .insufficientFunds(let refusal):
      switch refusal.status {
      case 401, 403: .unauthorised
      case 429: .rateLimited
      case .some(500...): .server
      default: .other
      }
    case .transport, .indeterminate: .network
    case .unreadable: .unreadable
    case .notLaunched, .notAuthorized, .authorization, .invalid, .cancelled: .other
    }
  }
}

struct BetableContractTests {
  @Test(arguments: ContractCase.allCases)
  func `the betting client keeps the contract`(example: ContractCase) async throws {
    let findings = try await FeedContract.findings(example, BetableContract.self)
    #expect(findings == [])
  }
}
