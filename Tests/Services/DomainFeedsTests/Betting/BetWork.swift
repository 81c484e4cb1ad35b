import APICore
import APISandbox
import BetableSDK
import ColumnStore
import Foundation
import Logging
import RacingExport
import Synchronization
import TestSupport

@testable import DomainFeeds

/// A service whose list of bets is changed on its way.
private struct ChangedList: Transport {
  let service: any Transport
  let change: @Sendable (HTTPResponse) -> HTTPResponse

  func send(
    _ request: HTTPRequest, limits: TransferLimits
  ) async throws(TransportError) -> HTTPResponse {
    let answer = try await service.send(request, limits: limits)
    return request.url.path.hasSuffix("/account/bets") ? change(answer) : answer
  }
}

/// A betting service without a network, a logged-in player, and a store to fetch into.
final class BetWork: FeedWork {
  let folder: TemporaryFolder
  let sandbox: BetableSandbox
  let service: DirectService
  /// The transport of the player's actions, which no feed uses.
  let door: DirectService
  let clock: ManualClock
  let notes = NoteBook()
  /// Changes the list of bets on its way.
  let changed = Mutex<@Sendable (HTTPResponse) -> HTTPResponse>({ $0 })
  /// The player's client; it journals its bets if `keepsJournal` is set.
  let client: Betable
  private let player: Int

  /// Makes a service with two players; with `other`, a second client of its service.
  init(keepsJournal: Bool = false, beside other: BetWork? = nil, player: Int = 1) throws {
    folder = try other?.folder ?? TemporaryFolder()
    clock =
      other?.clock
      ?? ManualClock(
        start: APIDate("2026-03-30T12:00:00Z")!.micros, isImpatient: true, patience: .seconds(59))
    self.player = player
    var settings = BetableSettings(seed: 3, playerCount: 2)
    settings.clock = clock
    // A fetch may wait for half a minute.
    settings.sessionLifetime = .seconds(86_400)
    let sandbox = try other?.sandbox ?? BetableSandbox(settings)
    self.sandbox = sandbox
    service = DirectService(sandbox) { sandbox.keyUse(of: $0) == .right }
    door = DirectService(sandbox) { sandbox.keyUse(of: $0) == .right }
    var game = BetableServiceSettings(
      clientID: settings.clientID, clientSecret: Secret(settings.clientSecret),
      redirectURI: try RedirectURI(BetableSettings.standardRedirect))
    try game.use(baseURL: "http://127.0.0.1:1")
    game.authorizePage = .classic
    game.keepsAliveAfterBets = false
    client = Betable(
      game,
      surroundings: BetableSurroundings(
        transport: door, clock: clock,
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        journal: keepsJournal ? try StoreBets.records(store: folder.file("S")) : nil))
    client.launch()
  }

  /// Logs the player in.
  func logIn() async throws {
    guard client.credentials == nil else { return }
    let place = try client.beginAuthorization().url.absoluteString + "&player=\(player)"
    let page = sandbox.answer(HTTPRequest(.get, URL(string: place)!))
    try await client.handleAuthorizeURL(URL(string: page.headers["Location"] ?? "")!)
  }

  /// Makes a logged-in player with some bets.
  static func played(_ count: Int) async throws -> BetWork {
    let work = try BetWork()
    try await work.logIn()
    for _ in 0..<count { _ = try await work.bet() }
    return work
  }

  /// Another player of the same service and store, logged in.
  func secondPlayer() async throws -> BetWork {
    let other = try BetWork(keepsJournal: true, beside: self, player: 2)
    try await other.logIn()
    return other
  }

  /// Places a bet with play money.
  @discardableResult
  func bet(key: String? = nil) async throws -> BetResult {
    clock.advance(by: .milliseconds(10))
    return try await client.bet(forGame: "lucky-sevens", withData: Self.line, key: key)
  }

  static let line: JSONValue = [
    "currency": "GBP", "economy": "sandbox", "paylines": [[1, 1, 1]], "wager": "0.10",
  ]

  func job(_ change: (inout BettingFetch) -> Void = { _ in }) -> BettingFetch {
    var settings = client.settings.connection
    settings.interval = .milliseconds(200)
    settings.retries.random = { 0.5 }
    let job = FetchJob(
      store: store, settings: settings,
      transport: QueryTokenTransport(
        transport: ChangedList(service: service, change: changed.withLock { $0 })),
      authorization: client.authorization, clock: clock,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var fetch = BettingFetch(job, client: client)
    fetch.pageLength = 25
    fetch.job.note = { self.notes.add($0) }
    fetch.job.finding = { self.notes.add($0) }
    change(&fetch)
    return fetch
  }

  func fetching(into store: String) -> any Fetch { job { $0.job.store = store } }

  /// Returns a table of the truth, a dictionary per line.
  func truth(_ table: BetableTruth) throws -> [[String: String]] {
    TruthLines(try sandbox.truth(table)).rows
  }

  /// Returns a stored table, a dictionary per row.
  func rows(_ table: String, of store: String? = nil) throws -> [[String: String]] {
    let out = folder.file(UUID().uuidString + ".csv")
    try ExportJob(try Snapshot(store: store ?? self.store)).write(table, to: out, as: .csv)
    return TruthLines(try String(contentsOfFile: out, encoding: .utf8)).rows
  }

  func stored(in store: String) throws -> [[String]] {
    guard try Snapshot(store: store).rowCount(of: "bets") > 0 else { return [] }
    return try rows("bets", of: store).map { bet in
      [
        bet["bet_key"]!, bet["game_id"]!, bet["kind"]!, bet["economy"]!, bet["currency"]!,
        Self.pence(bet["wager"]!), Self.pence(bet["payout"]!), bet["result"]!,
      ]
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  func truthLines() throws -> [[String]] {
    try truth(.bets).map { bet in
      [
        bet["reference"]!.isEmpty ? "statement:" + bet["bet_id"]! : bet["reference"]!,
        bet["game_id"]!, bet["kind"]!, bet["economy"]!, bet["currency"]!, bet["wager_minor"]!,
        bet["payout_minor"]!, "ok",
      ]
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns a decimal amount in hundredths.
  static func pence(_ text: String) -> String {
    String(Int(((Double(text) ?? -1) * 100).rounded()))
  }

  /// Makes an unbacked bet: the list grows, and the wallet stays the same.
  func makeNews() async throws {
    _ = try await client.unbackedBet(
      forGame: "lucky-sevens", withData: ["paylines": [[1, 1, 1]], "wager": "0.10"])
  }

  func aRequest() -> String { "/1.0/account/bets?after=225&limit=25" }

  func aList() -> String { "/1.0/account/bets?after=225&limit=25" }

  /// Returns the path below the API's address, with the player's hash.
  func text(of request: String) -> String {
    let subject = try? StoreBets.records(store: store).identities.subject(
      client.credentials?.userID)
    return String(request.dropFirst("/1.0".count)) + "#" + (subject ?? "")
  }

  var firstFiles: [String] { ["LOCK", "betable.salt"] }

  var knownCount: Int { 1 }

  /// The page behind shows that it was the last.
  var followerCount: Int { 1 }
}
