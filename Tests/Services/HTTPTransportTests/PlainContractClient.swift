import APICore
import FeedContract
import Foundation

/// The least client that keeps the contract: a connection and a lossy list.
struct PlainContractClient: ContractClient {
  static let samples = ContractSamples(
    good: [#"{"id": 1, "kind": "win"}"#, #"{"id": "2", "kind": "place"}"#],
    unknownField: #"{"id": 3, "kind": "win", "colour": ["red"]}"#,
    unknownValue: #"{"id": 4, "kind": "exacta"}"#, bad: #"{"id": {}, "kind": "win"}"#,
    withoutID: #"{"kind": "win"}"#, nullMembers: #"{"id": 5, "kind": null}"#)

  struct Bet: Decodable, Sendable {
    enum Kind: Equatable { case win, place, other(String) }
    let id: Int
    let kind: Kind

    enum CodingKeys: String, CodingKey { case id, kind }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      guard let id = try members.integer(.id) else {
        throw DecodingError.keyNotFound(
          CodingKeys.id, .init(codingPath: decoder.codingPath, debugDescription: ""))
      }
      self.id = id
      switch try members.text(.kind) {
      case "win": kind = .win
      case "place": kind = .place
      case let text: kind = .other(text ?? "")
      }
    }
  }

  /// Sends the key that is current as a bearer token.
  struct Bearer: Authorization {
    let key: @Sendable () -> String?

    func headers() async -> HTTPHeaders? { key().map { ["Authorization": "Bearer \($0)"] } }

    func renew(after refused: HTTPHeaders) async -> Bool { await headers() != refused }
  }

  private let connection: APIConnection

  init(_ setting: ContractSetting) {
    var settings = APISettings(
      api: "bets", baseURL: setting.baseURL, limits: setting.limits, interval: setting.interval)
    settings.others = setting.others
    connection = APIConnection(
      settings, transport: setting.transport, authorization: Bearer(key: setting.key),
      clock: setting.clock,
      log: setting.log, observe: setting.observe, waits: setting.waits)
  }

  func list() async -> ContractOutcome {
    let call = APICall(endpoint: "/bets", query: [URLQueryItem(name: "day", value: "2026-04-01")])
    let response: HTTPResponse
    do {
      response = try await connection.send(call)
    } catch {
      guard case .refused(let response) = error else {
        return .failure(ContractFailure(error), text: "\(error)")
      }
      return .failure(ContractFailure(error), text: Refusal(response, to: call).summary)
    }
    if EmptyForms.status204.hold(response) { return .elements(0) }
    do {
      let list = try LossyList<Bet>(response.body)
      return .elements(list.elements.count, rejected: list.rejected.count)
    } catch {
      return .failure(.unreadable, text: "\(error)")
    }
  }
}
