import APICore
import BetableSDK
import Foundation

/// A request of a fetch of bets.
struct BettingRequest: FeedRequest {
  enum Kind: Hashable {
    /// The balances.
    case wallet
    /// A page of the service's list of bets: its path, the id before it, and the maximum number.
    case statement(path: String, after: Int64, limit: Int)
  }

  let kind: Kind
  /// The player, as a salted hash.
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

  /// Path and query with the player: the service answers each player differently.
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

  /// Nil: there is only one journal.
  var journal: String? { nil }

  /// The list of bets may come without an object around it, has no empty form that marks its end,
  /// and may be absent: Betable's guide lacks it.
  var rules: AnswerRules {
    isStatement
      ? AnswerRules(
        form: .either, expected: "an object with bets", mayBeAbsent: true, listsOthers: true)
      : AnswerRules(
        form: .object, expected: "balances", empty: [.null, .emptyObject], listsOthers: true)
  }

  /// Checks that the body answers the request, makes its rows, and finds the place of a page in the
  /// list.
  func read(_ body: AnswerBody, into entry: inout JournalEntry) -> BodyFindings {
    do throws(JSONFailure) {
      guard case .statement(_, let after, let limit) = kind else {
        let wallet = try BetableWallet(try JSONValue(parsing: body.data))
        for purse in wallet.balances where purse.balance.minorUnits(digits: 6) == nil {
          throw JSONFailure(
            path: "\(purse.economy).balance",
            reason: "found \(purse.balance); expected at most 6 decimals")
        }
        return BodyFindings(
          oddities: wallet.rejected.map { "left out: \($0)" },
          rows: [("wallets", JSONValue.array(wallet.rows(of: subject, at: entry.fetchedAt)).json)])
      }
      let list = try LossyList<StatedBet>(body.data, under: ["bets"], keepsWhole: true)
      try JSONNames.check(body.data)
      if let page = BettingPage(list, after: after, limit: limit) {
        entry.details = page.details
        entry.counts = [
          page.last.map { BodyCount(name: page.isFull ? "next" : "last", value: Int($0)) },
          page.hasUnread ? BodyCount(name: "unread", value: list.rejected.count) : nil,
        ].compactMap { $0 }
      }
      let rows = list.elements.map { $0.rows(of: subject, at: entry.fetchedAt) }
      let bets = rows.map(\.bet) + list.rejected.map { _ in [:] }
      return BodyFindings(
        oddities: (list.rejected + list.omitted).map { "left out: \($0)" },
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
