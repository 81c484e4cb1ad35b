import APICore
import BetableSDK
import FeedContract
import Foundation
import HTTPTransport
import Synchronization
import TestSupport

/// Betable on loopback, as scripted, and clients of it whose clock does not wait.
final class ServedBetable: Sendable {
  static let token = "t0" + String(repeating: "Kq5", count: 12) + "z9"
  static let session = "s1" + String(repeating: "Lr6", count: 10) + "y8"
  static let secret = "c2" + String(repeating: "Mw7", count: 10) + "x7"
  static let code = "o3" + String(repeating: "Nv8", count: 10) + "w6"
  static let userID = "player-4711-abcdef"
  static let secrets = [token, session, secret, code]
  static let credentials = BetableCredentials(
    accessToken: Secret(token), sessionID: Secret(session), userID: userID)
  static let unbacked = BetableCredentials(
    accessToken: Secret(token), sessionID: nil, userID: "guest")
  /// One transport for all tests, as a program would have.
  static let transport = AsyncHTTPTransport()

  let server: ScriptedServer
  let clock: ManualClock
  let log = CapturedLog()
  let journal = MemoryJournal()
  let store: BetableMemoryStore
  let records = Mutex<[RequestRecord]>([])
  let rejected = Mutex<[JSONFailure]>([])

  /// Serves a closure's answers; nil for the service's own.
  init(
    clock: ManualClock = ManualClock(isImpatient: true),
    answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer? = { _ in nil }
  ) throws {
    server = try ScriptedServer { answer($0) ?? Self.answer(to: $0) }
    self.clock = clock
    store = BetableMemoryStore()
  }

  /// Returns the service's regular answer to a request.
  static func answer(to request: ScriptedRequest) -> ScriptedAnswer {
    switch request.path {
    case "/1.0/token":
      .json(#"{"access_token": "\#(token)", "session_id": "\#(session)"}"#)
    case "/1.0/account":
      .json(#"{"id": "\#(userID)", "first_name": "Ann", "last_name": "O'Neil", "x": [1]}"#)
    case "/1.0/account/wallet": .json(wallet)
    case "/1.0/sessions/alive", "/1.0/sessions/keep-alive":
      .json(#"{"alive": true, "reality_check": {"enabled": true, "remaining_time": 3600000}}"#)
    case "/1.0/account/bets": .json(#"{"bets": [], "last_id": 0}"#)
    case let path where path.hasSuffix("bet"): .json(win)
    default: .json(#"{"error": "not_found"}"#, status: 404)
    }
  }

  static let wallet = """
    {"real": {"balance": "12.34", "currency": "GBP", "economy": "real", "credits": {"gold": "3"}},
     "sandbox": {"balance": "1000.00", "currency": "GBP", "economy": "sandbox"}}
    """
  static let win = """
    {"currency": "GBP", "payout": "0.25", "stops": [1, 2, 3], "window": [["a", "b", "c"]],
     "credits": {"gold": "2"},
     "outcomes": [{"outcome": "win", "payline": [1, 1, 1], "payout": "0.20",
                   "symbols": ["a", "b", "c"]},
                  {"outcome": "win", "payline": [0, 0, 0], "payout": "0.05", "symbols": ["x"]}]}
    """
  /// A bet's body in the guide's form.
  static let bet: JSONValue = [
    "currency": "GBP", "economy": "sandbox", "paylines": [[1, 1, 1], [0, 0, 0]], "wager": "0.10",
  ]

  /// Method, path and the query without its token, in order.
  var asked: [String] {
    server.requests.map { request in
      "\(request.method) \(request.target)"
        .replacing("access_token=" + Self.token, with: "access_token=T")
    }
  }

  var surroundings: BetableSurroundings {
    BetableSurroundings(
      transport: Self.transport, clock: clock, log: log.logger, store: store,
      journal: BetRecords(
        journal,
        identities: IdentityHash(salt: Data("0123456789abcdef".utf8)) { data in
          String(
            data.reduce(UInt64(14_695_981_039_346_656_037)) {
              ($0 ^ UInt64($1)) &* 1_099_511_628_211
            }, radix: 16)
        }),
      observe: { record in self.records.withLock { $0.append(record) } },
      reject: { failure in self.rejected.withLock { $0.append(failure) } })
  }

  private static let redirectURI: RedirectURI = {
    guard let uri = try? RedirectURI("betable+acme+slots://authorize") else {
      preconditionFailure("a redirect URI that is none")
    }
    return uri
  }()

  static func settings(_ url: URL) -> BetableServiceSettings {
    var settings = BetableServiceSettings(
      clientID: "game-1", clientSecret: Secret(secret),
      redirectURI: redirectURI)
    settings.apiURL = url.appending(path: "1.0")
    settings.webURL = url
    settings.authorizeURL = url.appending(path: "authorize")
    settings.keepsAliveAfterBets = false
    return settings
  }

  /// Makes a client, launched and logged in by default.
  func client(
    _ credentials: BetableCredentials? = ServedBetable.credentials, launched: Bool = true,
    _ change: (inout BetableServiceSettings) -> Void = { _ in }
  ) -> Betable {
    var settings = Self.settings(server.url)
    change(&settings)
    let betable = Betable(settings, surroundings: surroundings)
    if let credentials { betable.use(credentials) }
    if launched { betable.launch() }
    return betable
  }

  /// All texts that the client wrote, for a search.
  var texts: [String] {
    log.lines + records.withLock { $0.map { String(reflecting: $0) } }
      + journal.events.map { String(decoding: $0.line, as: UTF8.self) }
      + rejected.withLock { $0.map { String(reflecting: $0) } }
  }
}

/// A journal in memory, which can be made to fail.
final class MemoryJournal: BetJournal {
  private let written = Mutex<[BetEvent]>([])
  private let refuses = Mutex(false)

  var events: [BetEvent] { written.withLock { $0 } }
  /// The events' names, with the bets' keys and results.
  var story: [String] {
    events.map { event in
      switch event {
      case .sent(let bet): "sent \(bet.betKey)"
      case .answered(let bet): "\(bet.result.rawValue) \(bet.betKey)"
      case .indeterminate(let bet): "indeterminate \(bet.betKey)"
      case .wallet(let wallet): "wallet \(wallet.economy) \(wallet.balance)"
      case .session(let session): "session \(session.kind.rawValue)"
      }
    }
  }

  func fail() { refuses.withLock { $0 = true } }

  func record(_ events: [BetEvent]) throws(BetJournalError) {
    guard !refuses.withLock({ $0 }) else {
      throw BetJournalError(path: "journal", reason: "No space left on device")
    }
    written.withLock { $0 += events }
  }
}

extension ScriptedRequest {
  /// The path without the query.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// The query's items, decoded.
  var query: [String: String] {
    let items = URLComponents(string: target)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $0 + "|" + $1 }
  }

  /// The body as JSON.
  var json: JSONValue? { try? JSONValue(parsing: Data(body)) }
}
