import APICore
import Foundation
import SandboxCore
import Synchronization

/// A betting service's API: OAuth, sessions with reality checks, games, bets, batches and a wallet.
///
/// Its calls change its book, in memory or in a file. Each wager and payout is a ledger entry; the
/// sum of the entries is the wallet's balance, in whole minor units. A bet sent twice counts twice:
/// the service is not idempotent, it only stores the client's key.
public final class BetableSandbox: SandboxService {
  static let root = "/1.0"
  static let tokenPath = root + "/token"
  /// The pages for a browser.
  static let pages: Set = ["/authorize", "/ext/precache", "/track"]

  let settings: BetableSettings
  let book: StateBook
  /// The behaviours of the next authorize pages.
  let orderedPages = Mutex<[PageOrder]>([])

  /// Makes the service, or resumes the one in the state file.
  ///
  /// - Parameter settings: The players, and the service's options.
  /// - Throws: `SandboxError` `.state` if the file cannot be used.
  public init(_ settings: BetableSettings) throws(SandboxError) {
    self.settings = settings
    book = try BetableBook.open(settings)
  }

  /// False: the service has no request limit.
  public var isLimited: Bool { false }

  /// Whether a path belongs to the API or its pages.
  public func serves(_ path: String) -> Bool {
    path.hasPrefix(Self.root + "/") || Self.pages.contains(path) || path.hasPrefix("/ext/")
  }

  /// Checks the token in the query, or the client's id and secret in a call for a token.
  ///
  /// Pages need neither; manifest and `can-i-gamble` need no token.
  public func keyUse(of request: HTTPRequest) -> LoggedRequest.KeyUse {
    guard request.path.hasPrefix(Self.root + "/") else { return .right }
    if request.path == Self.tokenPath {
      guard let sent = request.headers["Authorization"] else { return .missing }
      let pair = Data("\(settings.clientID):\(settings.clientSecret)".utf8).base64EncodedString()
      return sent == "Basic \(pair)" ? .right : .wrong
    }
    guard let sent = request.query("access_token") else {
      return isOpen(request.path) ? .right : .missing
    }
    guard let token = try? book.read({ book throws(SandboxError) in try book.token(sent) }) else {
      return .wrong
    }
    return token.isRevoked ? .wrong : .right
  }

  /// Refuses an unknown client or token.
  public func keyRefusal(of request: HTTPRequest) -> HTTPResponse {
    if request.path == Self.tokenPath {
      var response = RefusedCall(
        401, "invalid_client", "The client's id or secret is wrong."
      ).response
      response.headers["WWW-Authenticate"] = "Basic realm=\"betable\""
      return response
    }
    return refusal(.unauthorised)
  }

  /// Answers the API's calls; 404 for others.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    do throws(RefusedCall) {
      guard request.path.hasPrefix(Self.root + "/") else { return try page(request) }
      if request.path == Self.tokenPath { return try giveToken(request) }
      let token: BetToken? =
        if let sent = request.query("access_token") {
          try reading { book throws(SandboxError) in try book.token(sent) }
        } else { nil }
      return try reply(
        BetableCall(
          method: request.method, path: String(request.path.dropFirst(Self.root.count)),
          query: { request.query($0) }, body: request.body,
          reference: request.headers["Idempotency-Key"]), token)
    } catch {
      return error.response
    }
  }

  /// Returns a refusal in the service's form.
  public func refusal(_ reason: SandboxRefusal) -> HTTPResponse {
    switch reason {
    case .unauthorised:
      RefusedCall(401, "invalid_token", "The access token is missing or not valid.").response
    case .notSubscribed: RefusedCall(403, "forbidden", "The client may not do this.").response
    case .rateLimited(let seconds), .quotaExceeded(let seconds):
      HTTPResponse(status: 429, headers: ["Retry-After": String(seconds)])
    case .failed(let status):
      RefusedCall(status, "server_error", "Something went wrong.").response
    }
  }

  /// Returns no fields.
  public func limitHeaders(_ quota: QuotaState) -> HTTPHeaders { [:] }

  /// Returns path and query, with token, session, code and device masked.
  public func loggedTarget(_ request: HTTPRequest) -> String {
    let secrets: Set = ["access_token", "session_id", "code", "device_identifier", "client_secret"]
    let parts = request.target.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return request.target }
    let items = parts[1].split(separator: "&").map { item in
      let name = item.prefix { $0 != "=" }
      return secrets.contains(String(name)) ? name + "=***" : item
    }
    return parts[0] + "?" + items.joined(separator: "&")
  }

  /// Returns the sandbox's time, µs since 1970 UTC.
  func now(_ book: BookStatements) throws(SandboxError) -> Int64 {
    try book.stoppedClock() ?? settings.clock.now
  }

  /// Runs the changes of a call as one transaction.
  func writing<Result>(
    _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(RefusedCall) -> Result {
    do { return try book.write(body) } catch { throw RefusedCall(500, "state", "\(error)") }
  }

  /// Runs the queries of a call as one transaction.
  func reading<Result>(
    _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(RefusedCall) -> Result {
    do { return try book.read(body) } catch { throw RefusedCall(500, "state", "\(error)") }
  }

  /// Answers one call, alone or in a batch.
  func reply(_ call: BetableCall, _ token: BetToken?) throws(RefusedCall) -> HTTPResponse {
    if call.path == "/can-i-gamble" || call.path.hasPrefix("/can-i-gamble/") { return gambling }
    if call.path.hasPrefix("/application_manifests/slug/") { return try manifest(call) }
    guard let token else { throw RefusedCall(401, "invalid_token", "No access token.") }
    switch (call.method, call.path) {
    case (.get, "/account"): return try account(token)
    case (.get, "/account/wallet"): return try wallet(call, token)
    case (.get, "/account/bets"): return try statement(call, token)
    case (.get, "/sessions/alive"): return try heartbeat(call, token)
    case (.post, "/sessions/keep-alive"): return try keepAlive(call, token)
    case (.post, "/batch"): return try batch(call, token)
    case (.post, _) where call.path.hasPrefix("/games/"): return try bet(call, token)
    default:
      throw RefusedCall(404, "not_found", "\(call.method.rawValue) \(call.path): no such call.")
    }
  }

  // MARK: - Implementation

  /// Whether a path needs no token.
  private func isOpen(_ path: String) -> Bool {
    path.hasPrefix(Self.root + "/can-i-gamble")
      || path.hasPrefix(Self.root + "/application_manifests/")
  }
}

/// One call of the API: an HTTP request, or an item of a batch.
struct BetableCall {
  let method: HTTPMethod
  /// The path without the version, unescaped.
  let path: String
  let query: (String) -> String?
  let body: Data?
  /// The client's key of the call.
  let reference: String?

  /// Reads the body as JSON.
  func json() throws(RefusedCall) -> JSONValue {
    guard let value = try? JSONValue(parsing: body ?? Data()), case .object = value else {
      throw RefusedCall(400, "invalid_json", "body: expected a JSON object")
    }
    return value
  }
}
