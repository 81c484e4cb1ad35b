import APICore
import APISandbox
import Foundation
import Testing

struct SportsbookLoginTests {
  private func logIn(_ desk: SportsbookDesk, _ body: String?) throws -> HTTPResponse {
    try desk.send(.post, "/api/auth/v1/login", token: nil, body: body)
  }

  private let right =
    #"{"username": "user@example.test", "password": "railbirdsandboxpassword"}"#

  @Test func `the right password gives a token and the user, each time another token`() throws {
    let desk = try SportsbookDesk()
    let answers = try (0..<3).map { _ in try JSONValue(parsing: try logIn(desk, right).body) }
    #expect(Set(answers.map { $0["token"]?.text }).count == 3)
    #expect(answers[0]["user"]?["name"] == "User Name")
    #expect(answers[0]["user"]?["email"] == "user@example.test")
    let live = try SportsbookDesk { $0.wire = .live }
    let answer = try JSONValue(parsing: try logIn(live, right).body)
    #expect(answer["user"] == nil && answer["type"] == "Bearer")
    #expect(answer["expires_at"] == 1_715_778_000)
  }

  @Test(arguments: [
    (#"{"username": "user@example.test", "password": "x"}"#, 401, [String]()),
    (#"{"username": "x", "password": "railbirdsandboxpassword"}"#, 401, []),
    (#"{"username": "user@example.test"}"#, 422, ["password"]),
    (#"{"username": "", "password": 1}"#, 422, ["password", "username"]),
    ("[]", 422, ["password", "username"]), ("{", 422, ["password", "username"]),
    (nil, 422, ["password", "username"]),
  ])
  func `a wrong password is a 401, and a missing one a 422 by field`(
    body: String?, status: Int, fields: [String]
  ) throws {
    let response = try logIn(try SportsbookDesk(), body)
    #expect(response.status == status)
    let json = try JSONValue(parsing: response.body)
    #expect(json["message"]?.text?.isEmpty == false)
    guard case .object(let errors)? = json["errors"] else {
      #expect(fields == [])
      return
    }
    #expect(errors.keys.sorted() == fields)
  }

  @Test(arguments: [nil, "", "1|nobody", "Bearer"])
  func `without a token that was given nothing is reported`(token: String?) throws {
    let desk = try SportsbookDesk()
    for path in ["/api/home/v1/template?platform=ios", "/api/promotions/v1/banners"] {
      let response = try desk.send(.get, path, token: token)
      #expect(response.status == 401)
      #expect(try JSONValue(parsing: response.body) == ["message": "Unauthenticated."])
    }
  }

  @Test func `a token expires by the sandbox's clock, or when it is told to`() throws {
    let expired: JSONValue = [
      "message": "Unauthenticated", "errors": ["token": ["The token has expired"]],
    ]
    let desk = try SportsbookDesk(at: "2024-05-15T12:00:00Z")
    let token = try desk.logIn()
    try desk.go(to: "2024-05-15T12:59:59Z")
    #expect(try desk.send(.get, "/api/promotions/v1", token: token).status == 200)
    try desk.go(to: "2024-05-15T13:00:00Z")
    let late = try desk.send(.get, "/api/promotions/v1", token: token)
    #expect(late.status == 401)
    #expect(try JSONValue(parsing: late.body) == expired)
    let other = try SportsbookDesk { $0.tokenLifetime = .seconds(60) }
    let ended = try other.logIn()
    let call = try SportsbookDesk.request(.post, "/sandbox/sportsbook/expire")
    #expect(other.service.control(call)?.status == 200)
    let refusal = try other.send(.get, "/api/promotions/v1", token: ended)
    #expect(try JSONValue(parsing: refusal.body) == expired)
  }
}
