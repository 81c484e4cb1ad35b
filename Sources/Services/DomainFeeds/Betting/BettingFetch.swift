import APICore
import BetableSDK
import Foundation
import RowReading
import TabularFiles

/// Fetches a player's bets into a store: the client's own journal, the wallet, and the service's
/// list.
///
/// `docs/fetching.md` describes the requests and their order; `docs/betable.md`, §8, the
/// reconciliation of a bet without an answer.
public struct BettingFetch: Feed {
  /// The API's name in records, and in the files of `STORE/fetch`.
  public static let api = BetableServiceSettings.api

  /// The store, the service, and the receivers of progress and notes.
  public var job: FetchJob
  /// The player's client, launched and logged in.
  public let client: Betable
  /// The time after which a sent bet can no longer arrive.
  public var arrivalTime = Duration.seconds(300)
  /// The maximum number of bets in one request.
  var pageLength = 500
  /// The player, as a salted hash; known once the run has begun.
  private var subject = ""
  /// Whether the player has balances: an unbacked login knows only the app's user.
  private var hasWallet = true

  /// Makes a fetch.
  ///
  /// - Parameters:
  ///   - job: The store and the service, with the client's authorization and a
  ///     `QueryTokenTransport`.
  ///   - client: The client.
  public init(_ job: FetchJob, client: Betable) { (self.job, self.client) = (job, client) }

  /// Fetches what is due and stores it: the journal first, then the service's list, then the
  /// conclusions about bets in neither.
  public func run() async throws(FetchError) -> FetchSummary {
    guard client.credentials != nil else { throw .noCredential(words.missing) }
    var fetch = self
    do throws(BetableError) {
      var player = client.credentials?.userID
      fetch.hasWallet = player == nil || client.credentials?.isUnbacked == false
      if player == nil { player = try await client.userAccount().id }
      fetch.subject = try records().identities.subject(player)
    } catch {
      var summary = FetchSummary()
      summary.end = error == .cancelled ? .cancelled : .stopped(reason: "\(error)")
      return summary
    }
    return try await FetchRun.fetch(fetch)
  }

  // MARK: - A feed

  static let mapping = "betable"
  static let journals = [FeedJournal(name: nil, tables: ["bets", "bet_outcomes", "wallets"])]
  private static let ownTables = ["own_bets", "own_outcomes", "own_wallets", "own_sessions"]

  var words: ServiceWords {
    ServiceWords(
      name: "the betting service", credential: "the login",
      wanted: "a live one of `railbird betable login`",
      missing: "found no login; expected one of `railbird betable login`, or "
        + "RAILBIRD_BETABLE_ACCESS_TOKEN in the environment or in a file of credentials")
  }

  static let lineColumns = ["next", "last", "unread"]

  /// Adds the end of a page of the list.
  static func read(
    _ part: JSONPart, _ lines: JournalRows, from first: Int, into entries: inout [JournalEntry]
  ) throws(FileError) {
    for row in entries.indices where entries[row].api == api {
      let next = lines.number(row, first)
      let page = BettingPage(
        last: (next ?? lines.number(row, first + 1)).map { Int64($0) }, isFull: next != nil,
        hasUnread: lines.number(row, first + 2) != nil)
      if !page.details.isEmpty { entries[row].details = page.details }
    }
  }

  func plan(now: Int64, runStart: Int64) -> BettingPlan {
    BettingPlan(
      subject: subject, hasWallet: hasWallet, statementPath: client.settings.statementPath,
      pageLength: pageLength,
      runStart: runStart)
  }

  /// Whether to store first: the journal before the list is requested, and the list before bets
  /// without an answer are judged.
  func needsStored(_ part: BettingPlan.Part, of plan: BettingPlan) -> Bool {
    switch part {
    case .wallet: false
    case .statement: StoreBets(store: job.store).isWaiting
    case .reconciliation: !plan.unsettled.isEmpty || StoreBets(store: job.store).isWaiting
    }
  }

  func begin(
    _ part: BettingPlan.Part, of plan: inout BettingPlan, _ known: KnownAnswers
  ) throws(FetchError) {
    switch part {
    case .wallet: break
    case .statement: plan.unsettled = try UnsettledBet.all(in: job.store, of: subject)
    case .reconciliation: try reconcile(plan, known)
    }
  }

  func takeFiles() throws(FetchError) -> [ImportFile] {
    let bets = StoreBets(store: job.store)
    guard try bets.take(job.note) else { return [] }
    return Self.ownTables.map { ImportFile(bets.takenPath, table: $0) }
  }

  func dropFiles() throws(FetchError) { try StoreBets(store: job.store).drop() }

  func lack(_ failure: JournalEntry, hasData: Bool) -> String {
    "none of the answers could be read (\(failure.request): \(failure.finding)); expected a "
      + "player's balances and bets"
  }

  // MARK: - Implementation

  private func records() throws(BetableError) -> BetRecords {
    do throws(BetJournalError) {
      return try StoreBets.records(store: job.store)
    } catch {
      throw .invalid("\(error)")
    }
  }

  /// Reports on bets without an answer: a bet in the list is settled now.
  ///
  /// A bet missing from the list never arrived if it was sent too long ago to be still on its way.
  private func reconcile(_ plan: BettingPlan, _ known: KnownAnswers) throws(FetchError) {
    let left = try UnsettledBet.all(in: job.store, of: subject)
    let found = plan.unsettled.filter { !left.contains($0) }
    report(found, "found in the account")
    guard let end = plan.statementEnd(known) else {
      return report(
        left,
        "still unknown: the service does not list all bets; railbird betable "
          + "settle-unknown takes the player's statement")
    }
    let latest = end.at - Int64(arrivalTime / .microseconds(1))
    let due = left.filter { $0.sentAt <= latest }
    // Each may be one of the bets that cannot be read.
    let unseen = due.filter { bet in end.unreadAt.map { $0 < bet.sentAt } ?? true }
    let refused = unseen.isEmpty ? [] : try UnsettledBet.refusedKeys(in: job.store)
    let lost = unseen.filter { !refused.contains($0.key) }
    report(lost, "never arrived: the account has no such bet")
    report(
      due.filter { !unseen.contains($0) },
      "still unknown: the service's list has bets that cannot be read")
    report(
      unseen.filter { refused.contains($0.key) },
      "still unknown: the store refused its rows (railbird rejects)")
    report(
      left.filter { $0.sentAt > latest },
      "still unknown: sent less than \(arrivalTime.components.seconds) s ago; fetch again later")
    guard !lost.isEmpty else { return }
    let now = job.clock.now
    do throws(BetJournalError) {
      try StoreBets.records(store: job.store).journal.record(lost.map { $0.neverArrived(at: now) })
    } catch {
      throw .disk(file: error.path, reason: error.reason)
    }
  }

  private func report(_ bets: [UnsettledBet], _ what: String) {
    guard !bets.isEmpty else { return }
    let names = bets.prefix(Limits.namedBets).map { "\($0.key) (\($0.game))" }
    let rest = bets.count - names.count
    let count = bets.count == 1 ? "1 bet" : "\(bets.count) bets"
    job.finding(
      "\(count) without an answer: \(what): " + names.joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : ""))
  }
}
