import APICore
import APISandbox
import Foundation
import Testing

/// The sportsbook's sandbox, called without a socket by a logged-in user.
struct SportsbookDesk {
  let service: SportsbookSandbox

  init(
    at moment: String = "2024-05-15T12:00:00Z",
    _ change: (inout SportsbookSettings) -> Void = { _ in }
  ) throws {
    var settings = SportsbookSettings(seed: 2)
    settings.now = try #require(APIDate(moment)).micros
    change(&settings)
    service = SportsbookSandbox(settings)
  }

  /// Returns a token of the standard user.
  func logIn() throws -> String {
    let user = SportsbookSettings.standardUser
    let login = service.answer(
      try Self.request(
        .post, "/api/auth/v1/login",
        body: #"{"username": "\#(user.username)", "password": "\#(user.password)"}"#))
    return try #require(try JSONValue(parsing: login.body)["token"]?.text)
  }

  /// Returns a request, with a token where there is one.
  static func request(
    _ method: HTTPMethod = .get, _ path: String, token: String? = nil, body: String? = nil
  ) throws -> HTTPRequest {
    var request = HTTPRequest(method, try #require(URL(string: "http://127.0.0.1" + path)))
    request.headers["Authorization"] = token.map { "Bearer " + $0 }
    request.body = body.map { Data($0.utf8) }
    return request
  }

  /// Sends a request as the server would: a wrong key is refused.
  func send(
    _ method: HTTPMethod = .get, _ path: String, token: String?, body: String? = nil
  ) throws -> HTTPResponse {
    let request = try Self.request(method, path, token: token, body: body)
    return service.keyUse(of: request) == .right
      ? service.answer(request) : service.keyRefusal(of: request)
  }

  /// Sends a request with a new token, because earlier ones may have expired by a moved clock.
  func send(_ path: String) throws -> HTTPResponse { try send(.get, path, token: logIn()) }

  /// Returns the JSON of a promotions' answer.
  func json(_ name: String) throws -> JSONValue {
    let response = try send("/api/promotions/v1" + name)
    try #require(response.status == 200)
    return try JSONValue(parsing: response.body)
  }

  /// Returns the elements of a promotions' list.
  func list(_ name: String) throws -> [JSONValue] {
    guard case .array(let list) = try json("/" + name) else { return [] }
    return list
  }

  /// Moves the clock.
  func go(to moment: String) throws {
    service.setClock(try #require(APIDate(moment)).micros)
  }

  /// Returns a table of the truth, one dictionary per line, from the control call.
  func truth(_ table: String, _ from: String, _ to: String) throws -> [[String: String]] {
    let request = try Self.request(.get, "/sandbox/sportsbook/\(table)?from=\(from)&to=\(to)")
    let response = try #require(service.control(request))
    try #require(response.status == 200)
    return TruthRows(String(decoding: response.body, as: UTF8.self)).rows
  }
}
