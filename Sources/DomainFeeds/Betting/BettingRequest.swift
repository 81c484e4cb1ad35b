import APICore
import BetableSDK
import Foundation

/// A request that a fetch of bets sends.
struct BettingRequest: FeedRequest {
  enum Kind: Hashable {
    /// The balances.
    case wallet
    /// The part of the service's list of bets behind an id: at a path, with so many bets at most.
    case statement(path: String, after: Int64, limit: Int)
  }

  let kind: Kind
  /// The player who asks, as a salted hash.
  let subject: String

  var call: APICall {
    switch kind {
    case .wallet: APICall(endpoint: "/account/wallet")
    case .statement(let path, let after, let limit):
      APICall(
        endpoint: path,
        query: [
          URLQueryItem(name: "after", value: "\(after)"),
          URLQueryItem(name: "limit", value: "\(limit)"),
        ])
    }
  }

  /// Path and query with the player: one service answers each player in another way.
  var text: String {
    let call = call
    let query = call.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
    return call.path + (query.isEmpty ? "" : "?" + query) + "#" + subject
  }

  var stage: String {
    switch kind {
    case .wallet: "wallet"
    case .statement(_, let after, _): "bets behind \(after)"
    }
  }

  /// The only one.
  var journal: String? { nil }

  var wantsObject: Bool { true }

  /// The list of bets may stand by itself.
  var takesEitherForm: Bool { isStatement }

  /// Of the list, where there is no bet yet.
  var takesNoBodyForNone: Bool { isStatement }

  /// Betable's guide knows no list of bets, so a service may lack it.
  var mayBeAbsent: Bool { isStatement }

  var tellsOfOthers: Bool { true }

  var expected: String { isStatement ? "an object with bets" : "balances" }

  /// Of a full part of the list, where the next one begins.
  func counts(in body: Data) -> [BodyCount] {
    guard case .statement(_, _, let limit) = kind, let json = try? JSONValue(parsing: body),
      case .array(let bets)? = json["bets"], bets.count >= limit,
      let last = json["last_id"]?.text.flatMap({ Int($0) })
        ?? bets.compactMap({ $0["id"]?.text.flatMap { Int($0) } }).max()
    else { return [] }
    return [BodyCount(name: "next", value: last)]
  }

  /// That it is an answer to that, and its rows.
  func findings(in body: Data, _ entry: JournalEntry) -> BodyFindings {
    do throws(JSONFailure) {
      guard isStatement else {
        let wallet = try BetableWallet(try JSONValue(parsing: body))
        return BodyFindings(
          rows: [("wallets", JSONValue.array(wallet.rows(of: subject, at: entry.fetchedAt)).json)])
      }
      let list = try LossyList<StatedBet>(body, under: ["bets"])
      let rows = list.elements.map { $0.rows(of: subject, at: entry.fetchedAt) }
      let bets = rows.map(\.bet) + list.rejected.map { _ in [:] }
      return BodyFindings(
        oddities: list.rejected.map { "left out: \($0)" },
        rows: [("bets", bets), ("outcomes", rows.flatMap(\.outcomes))].compactMap { name, rows in
          rows.isEmpty ? nil : (name, JSONValue.array(rows).json)
        })
    } catch {
      return BodyFindings(mistake: "\(error)")
    }
  }

  // MARK: - Implementation

  private var isStatement: Bool { kind != .wallet }
}
