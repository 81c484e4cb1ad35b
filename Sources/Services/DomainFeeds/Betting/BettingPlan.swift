import APICore
import BetableSDK

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
      guard let last = walk(known)?.last else { return [] }
      return isDue(known[last]) ? [last] : []
    case .reconciliation: return []
    }
  }

  /// Returns the time at which this run reached the end of the list, a page without bets, and that
  /// of the newest page with bets that cannot be read; nil if it did not reach the end.
  func statementEnd(_ known: KnownAnswers) -> (at: Int64, unreadAt: Int64?)? {
    guard let walk = walk(known), let answer = known[walk.last], !isDue(answer),
      (200..<300).contains(answer.status), BettingPage(details: answer.details).last == nil
    else { return nil }
    return (answer.fetchedAt, walk.unreadAt)
  }

  // MARK: - Implementation

  private func isDue(_ answer: KnownAnswer?) -> Bool {
    answer.map { $0.fetchedAt < runStart } ?? true
  }

  /// Walks from page to page of the list, to the first page that this run has to request or that
  /// has no bets.
  ///
  /// A full page never changes. A page that is not full is requested in each run, and the page
  /// after it shows that it was the last: a service may send fewer bets than requested.
  private func walk(_ known: KnownAnswers) -> (last: BettingRequest, unreadAt: Int64?)? {
    guard let statementPath else { return nil }
    var after: Int64 = 0
    var unreadAt: Int64?
    while true {
      let request = BettingRequest(
        kind: .statement(path: statementPath, after: after, limit: pageLength), subject: subject)
      guard let answer = known[request] else { return (request, unreadAt) }
      let page = BettingPage(details: answer.details)
      if page.hasUnread { unreadAt = max(unreadAt ?? answer.fetchedAt, answer.fetchedAt) }
      guard let last = page.last, last > after, page.isFull || !isDue(answer) else {
        return (request, unreadAt)
      }
      after = last
    }
  }
}

/// A page of the service's list of bets, from the details of its answer.
struct BettingPage {
  /// The last bet's id; nil without bets.
  var last: Int64?
  /// Whether it has as many bets as were requested.
  var isFull = false
  /// Whether it has bets that cannot be read.
  var hasUnread = false

  /// The details: the last id of a full page, or `last` and the last id of any other page; then
  /// `unread` if bets cannot be read.
  var details: [String] {
    let place = last.map { isFull ? ["\($0)"] : ["last", "\($0)"] } ?? []
    return place + (hasUnread ? ["unread"] : [])
  }

  init(last: Int64?, isFull: Bool, hasUnread: Bool) {
    (self.last, self.isFull, self.hasUnread) = (last, isFull, hasUnread)
  }

  /// Finds the place of a page in the list; nil for one without bets.
  init?(_ list: LossyList<StatedBet>, after: Int64, limit: Int) {
    guard let whole = list.whole, case .array(let bets) = whole["bets"] ?? whole, !bets.isEmpty
    else { return nil }
    let stated = whole["last_id"]?.text.flatMap { Int64($0) }
    let greatest = bets.compactMap { $0["id"]?.text.flatMap { Int64($0) } }.max()
    // A last id that is not greater would end the list at this page.
    last = [stated, greatest].lazy.compactMap(\.self).first { $0 > after } ?? stated ?? greatest
    isFull = bets.count >= limit
    hasUnread = !list.rejected.isEmpty
  }

  init(details: [String]) {
    isFull = details.first.flatMap { Int64($0) } != nil
    last = details.lazy.compactMap { Int64($0) }.first
    hasUnread = details.contains("unread")
  }
}
