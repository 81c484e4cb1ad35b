import APICore
import ChatistSDK
import FeedContract
import Foundation
import Synchronization
import Testing

/// The support client against the suite that every client must pass.
struct ChatistContract: ContractClient {
  private static func element(_ id: Int, _ rest: String = "", state: String = "open") -> String {
    #"{"id": "ticket_\#(id)", "state": "\#(state)", "lastMessage": \#(Samples.message)\#(rest)}"#
  }

  static let samples = ContractSamples(
    good: [element(1), element(2)], unknownField: element(3, #", "colour": {"a": [1]}"#),
    unknownValue: element(4, state: "sleeping"), bad: #"{"id": {}, "state": "open"}"#,
    withoutID: element(5).replacing(#""id": "ticket_5", "#, with: ""),
    nullMembers: #"{"id": "ticket_6", "state": null, "lastMessage": null, "assignee": null}"#)

  private let client: APIClient
  private let rejected = Rejections()

  private final class Rejections: Sendable {
    let count = Mutex(0)
  }

  init(_ setting: ContractSetting) {
    guard
      var settings = try? ChatistServiceSettings(baseURL: setting.baseURL.absoluteString, key: nil)
    else { preconditionFailure("a server's URL that is none") }
    settings.key = { setting.key().map { Secret($0) } }
    settings.limits = setting.limits
    settings.interval = setting.interval
    settings.others = setting.others
    let rejected = rejected
    client = APIClient(
      ChatistService(
        settings,
        surroundings: ChatistSurroundings(
          transport: setting.transport, clock: setting.clock, log: setting.log,
          observe: setting.observe, reject: { _ in rejected.count.withLock { $0 += 1 } },
          waits: setting.waits)))
  }

  func list() async -> ContractOutcome {
    await outcome { client in try await client.getTickets().count }
  }

  func write() async -> ContractOutcome? {
    await outcome { client in
      try await client.updateCustomer(UpdateCustomerDto(email: "a@b.example"))
      return 1
    }
  }

  private func outcome(_ ask: (APIClient) async throws -> Int) async -> ContractOutcome {
    let before = rejected.count.withLock { $0 }
    do {
      let count = try await ask(client)
      return .elements(count, rejected: rejected.count.withLock { $0 } - before)
    } catch {
      let kind: ContractFailure =
        switch ChatistFailure(error) {
        case .refused(.unauthorized, _): .unauthorised
        case .network: .network
        case .unreadable: .unreadable
        case .refused, .unsent, .other: .other
        }
      return .failure(kind, text: error.localizedDescription)
    }
  }
}

struct ChatistContractTests {
  @Test(arguments: ContractCase.allCases)
  func `the support client keeps the contract`(example: ContractCase) async throws {
    let findings = try await FeedContract.findings(example, ChatistContract.self)
    #expect(findings == [])
  }
}
