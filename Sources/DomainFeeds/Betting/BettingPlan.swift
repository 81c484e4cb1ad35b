import APICore

/// The requests that a fetch of bets still has to send.
struct BettingPlan: FeedPlan {
  /// Requests that are asked for together.
  enum Part {
    /// The balances.
    case wallet
    /// The service's list of bets, once the client's own journal is stored.
    case statement
    /// Nothing: by what is stored then, bets that never arrived are told from those that did.
    case reconciliation
  }

  /// The player who asks, as a salted hash.
  let subject: String
  /// Whether the login is good for more than unbacked bets, which have no balance.
  let hasWallet: Bool
  /// The list of bets; nil where the service has none.
  let statementPath: String?
  /// The most bets that the service is asked for at once.
  let pageLength: Int
  /// When the run began, µs since 1970 UTC: what was answered since is not asked for again.
  let runStart: Int64
  /// Bets of which nobody knew what became, before the list was asked for.
  var unsettled: [UnsettledBet] = []

  let parts = [Part.wallet, .statement, .reconciliation]

  func due(in part: Part, _ known: KnownAnswers) -> [BettingRequest] {
    switch part {
    case .wallet:
      let request = BettingRequest(kind: .wallet, subject: subject)
      return hasWallet && isDue(known[request]) ? [request] : []
    case .statement:
      guard let last = lastOfStatement(known) else { return [] }
      return isDue(known[last]) ? [last] : []
    case .reconciliation: return []
    }
  }

  /// When the end of the list was told in this run; nil where it was not.
  func statementEnd(_ known: KnownAnswers) -> Int64? {
    guard let last = lastOfStatement(known), let answer = known[last], !isDue(answer),
      (200..<300).contains(answer.status)
    else { return nil }
    return answer.fetchedAt
  }

  // MARK: - Implementation

  private func isDue(_ answer: KnownAnswer?) -> Bool {
    answer.map { $0.fetchedAt < runStart } ?? true
  }

  /// The first part of the list that is not known to be full: a full one never changes.
  private func lastOfStatement(_ known: KnownAnswers) -> BettingRequest? {
    guard let statementPath else { return nil }
    var after: Int64 = 0
    while true {
      let request = BettingRequest(
        kind: .statement(path: statementPath, after: after, limit: pageLength), subject: subject)
      guard let next = known[request]?.details.first.flatMap({ Int64($0) }), next > after else {
        return request
      }
      after = next
    }
  }
}
