import APICore
import APISandbox
import Foundation
import Testing

/// The betting service's sandbox, called without a socket.
struct BetableDesk {
  static let redirect = BetableSettings.standardRedirect
  static let start = "2026-01-01T12:00:00Z"

  let service: BetableSandbox

  init(_ change: (inout BetableSettings) -> Void = { _ in }) throws {
    var settings = BetableSettings(seed: 3)
    change(&settings)
    service = try BetableSandbox(settings)
    try go(to: Self.start)
  }

  /// Sends a request as the server would: a wrong key is refused.
  func send(
    _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: String? = nil
  ) throws -> HTTPResponse {
    let url = try #require(URL(string: "http://127.0.0.1" + path))
    let request = HTTPRequest(method, url, headers: headers, body: body.map { Data($0.utf8) })
    if let response = service.control(request) { return response }
    return service.keyUse(of: request) == .right
      ? service.answer(request) : service.keyRefusal(of: request)
  }

  /// Returns the JSON of a call with a token.
  func json(
    _ method: HTTPMethod, _ path: String, _ token: String, _ body: String? = nil,
    key: String? = nil, status: Int = 200
  ) throws -> JSONValue {
    let joint = path.contains("?") ? "&" : "?"
    var headers: HTTPHeaders = [:]
    headers["Idempotency-Key"] = key
    let response = try send(
      method, "/1.0\(path)\(joint)access_token=\(token)", headers: headers, body: body)
    try #require(response.status == status, "\(String(decoding: response.body, as: UTF8.self))")
    return try JSONValue(parsing: response.body)
  }

  /// Moves the clock.
  func go(to moment: String) throws {
    let response = try send(.post, "/sandbox/betable/clock?at=\(moment)")
    try #require(response.status == 200)
  }

  // MARK: - Logging in

  static func authorizePage(
    _ items: KeyValuePairs<String, String> = [:], path: String = "/authorize"
  ) -> String {
    let standard = [
      ("client_id", BetableSettings.standardClientID), ("redirect_uri", redirect),
      ("state", "s-1"), ("response_type", "code"),
    ]
    let names = items.map(\.key)
    let all = standard.filter { !names.contains($0.0) } + items.map { ($0.key, $0.value) }
    return path + "?"
      + all.map { $0.0 + "=" + PercentEncoding.part($0.1) }.joined(separator: "&")
  }

  /// Returns the query items of an authorize page's redirect.
  func redirected(_ page: String) throws -> [String: String] {
    let response = try send(.get, page)
    try #require(response.status == 302, "\(String(decoding: response.body, as: UTF8.self))")
    let place = try #require(response.headers["Location"])
    try #require(place.hasPrefix(Self.redirect + "?"))
    let items = URLComponents(string: place)?.queryItems ?? []
    return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
  }

  /// Requests a token as the known client.
  func token(
    _ form: [String: String], pair: String? = nil
  ) throws -> HTTPResponse {
    let pair =
      pair ?? "\(BetableSettings.standardClientID):\(BetableSettings.standardClientSecret)"
    let basic = "Basic " + Data(pair.utf8).base64EncodedString()
    let body = form.map { $0.key + "=" + PercentEncoding.part($0.value) }.joined(separator: "&")
    return try send(.post, "/1.0/token", headers: ["Authorization": basic], body: body)
  }

  /// Returns the form that exchanges a code.
  static func exchange(_ code: String, session: String = "none") -> [String: String] {
    [
      "grant_type": "authorization_code", "redirect_uri": redirect, "code": code,
      "session_id": session,
    ]
  }

  /// Returns a player's token and session.
  func logIn(_ player: Int = 1) throws -> (token: String, session: String) {
    let items = try redirected(Self.authorizePage(["player": String(player)]))
    let answer = try token(Self.exchange(try #require(items["code"])))
    let json = try JSONValue(parsing: answer.body)
    return (try #require(json["access_token"]?.text), try #require(json["session_id"]?.text))
  }

  /// Returns a token for unbacked bets only.
  func unbackedToken(_ user: String = "guest@1") throws -> String {
    let answer = try token([
      "grant_type": "client_credentials", "redirect_uri": Self.redirect, "client_user_id": user,
    ])
    return try #require(try JSONValue(parsing: answer.body)["access_token"]?.text)
  }

  // MARK: - Truth

  /// Returns a table of the truth, one dictionary per line.
  func truth(_ table: BetableTruth) throws -> [[String: String]] {
    let response = try send(.get, "/sandbox/betable/\(table.rawValue)")
    try #require(response.status == 200)
    return TruthRows(String(decoding: response.body, as: UTF8.self)).rows
  }

  /// Checks every balance against the sum of its entries, and every entry's balance against the
  /// entries before it.
  func expectBalancedLedger() throws {
    var sums: [[String]: Int] = [:]
    for entry in try truth(.ledger) {
      let purse = [entry["account_id"], entry["economy"], entry["credit_game_id"]].map { $0 ?? "" }
      sums[purse, default: 0] += Int(entry["amount_minor"] ?? "") ?? 0
      #expect(sums[purse] == Int(entry["balance_after_minor"] ?? ""))
      #expect(sums[purse, default: -1] >= 0)
    }
    let wallets = try truth(.wallets)
    #expect(wallets.count == sums.count)
    for wallet in wallets {
      let purse = [wallet["account_id"], wallet["economy"], wallet["credit_game_id"]]
        .map { $0 ?? "" }
      #expect(sums[purse] == Int(wallet["balance_minor"] ?? ""), "\(purse)")
    }
  }
}
