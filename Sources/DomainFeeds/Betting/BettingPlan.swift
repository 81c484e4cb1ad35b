import APICore

/// The requests that a fetch of bets still has to send.
struct BettingPlan: FeedPlan {
  /// A group of requests.
  enum Part {
    /// The balances.
    case wallet
    /// The service's list of bets, after the client's own journal is stored.
    case statement
    /// No requests: the stored data shows which bets never arrived.
    case reconciliation
  }

  /// The player, as a salted hash.
  let subject: String
  /// Whether the login covers more than unbacked bets, which have no balance.
  let hasWallet: Bool
  /// The path of the list of bets; nil if the service has none.
  let statementPath: String?
  /// The maximum number of bets in one request.
  let pageLength: Int
  /// The start of the run, µs since 1970 UTC: later answers are not requested again.
  let runStart: Int64
  /// The bets with an unknown outcome before the list was requested.
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

  /// Returns the time at which this run reached the end of the list; nil if it did not.
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

  /// Returns the first page of the list that is not known to be full: a full one never changes.
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
