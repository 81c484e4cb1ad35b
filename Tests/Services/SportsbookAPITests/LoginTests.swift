import APICore
import FeedContract
import Foundation
import SportsbookAPI
import Synchronization
import TestSupport
import Testing

/// Tokens: how they are got, renewed, forgotten, and where they never are.
struct LoginTests {
  /// Serves clients with the new token, which each login gives.
  private static func renewing(
    _ change: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer? = { _ in nil }
  ) throws -> ServedSportsbook {
    try ServedSportsbook.guide { request in
      if let answer = change(request) { return answer }
      if request.isLogin {
        return .json(#"{"token": "\#(ServedSportsbook.newToken)", "user": {"id": 1, "name": "U"}}"#)
      }
      return request.header("Authorization") == "Bearer " + ServedSportsbook.newToken
        ? nil : .json(Samples.refusal, status: 401)
    }
  }

  private func logins(_ served: ServedSportsbook) -> Int {
    served.server.requests.count { $0.isLogin }
  }

  @Test func `a login sends the guide's body and gives the session`() async throws {
    let served = try Self.renewing()
    let client = served.client(token: nil)
    let login = try await client.login(
      username: #"o"brien@example.test"#, password: ServedSportsbook.password)
    #expect(login.user == User(id: 1, name: "U") && client.session.user?.name == "U")
    let request = try #require(served.server.requests.first)
    #expect(request.method == "POST" && request.target == "/api/auth/v1/login")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Authorization") == nil)
    let body = try JSONValue(parsing: Data(request.body))
    #expect(
      body == [
        "username": #"o"brien@example.test"#, "password": .string(ServedSportsbook.password),
      ])
    #expect(try await client.banners().count == 1)
    #expect(
      served.server.requests.last?.header("Authorization")
        == "Bearer " + ServedSportsbook.newToken)
  }

  @Test func `without a login nothing is sent`() async throws {
    let served = try ServedSportsbook.guide()
    let client = served.client(token: nil, credentials: ServedSportsbook.credentials)
    await #expect(throws: SportsbookError.notAuthenticated) { try await client.banners() }
    await #expect(throws: SportsbookError.notAuthenticated) { try await client.home() }
    await #expect(throws: SportsbookError.notAuthenticated) {
      try await served.client(token: nil).login()
    }
    #expect(served.asked == [])
    #expect(
      "\(SportsbookError.notAuthenticated)"
        == "login: found none; expected one before any request")
  }

  @Test(arguments: [401, 403, 422])
  func `a wrong password is one request, a typed error, and nothing is retried`(status: Int)
    async throws
  {
    let served = try ServedSportsbook(
      #"{"message": "no match", "errors": {"username": ["unknown"]}}"#, status: status)
    let client = served.client(token: nil)
    let error = await #expect(throws: SportsbookError.self) {
      try await client.login(username: "u", password: "wrong-password")
    }
    let words = ServiceMessage("no match", errors: ["username": ["unknown"]])
    let expected: SportsbookError =
      switch status {
      case 401: .unauthorized(words)
      case 403: .forbidden(words)
      default: .validation(words)
      }
    #expect(error == expected && error?.statusCode == status)
    #expect(served.asked == ["POST /api/auth/v1/login"] && served.clock.uptime == .zero)
    #expect(client.session.token == nil)
  }

  @Test func `a login is sent once, also where the service fails`() async throws {
    let served = try Self.renewing { request in
      request.index == 0 ? .json("busy", status: 503) : nil
    }
    let error = await #expect(throws: SportsbookError.self) {
      try await served.client(token: nil).login(username: "u", password: "p")
    }
    #expect(error == .server(status: 503, ServiceMessage("busy")))
    #expect(served.asked.count == 1)
  }

  @Test func `an expired token is renewed once, and the call repeated`() async throws {
    let served = try Self.renewing()
    let client = served.client(credentials: ServedSportsbook.credentials)
    #expect(try await client.banners().count == 1)
    #expect(served.askedEndpoints == ["banners", "login", "banners"])
    #expect(client.session.token == Secret(ServedSportsbook.newToken))
    #expect(try await client.stories().count == 1)
    #expect(logins(served) == 1)
  }

  @Test func `100 concurrent calls with an expired token cause one login`() async throws {
    let served = try Self.renewing()
    let client = served.client(credentials: ServedSportsbook.credentials)
    let counts = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<100 {
        // Different calls: equal ones would be one request.
        let audience = PromotionAudience(clientId: number)
        group.addTask { try? await client.banners(for: audience).count }
      }
      var counts: [Int?] = []
      for await count in group { counts.append(count) }
      return counts
    }
    #expect(counts.count == 100 && counts.allSatisfy { $0 == 1 })
    #expect(logins(served) == 1)
  }

  @Test func `without credentials an expired token is told with the service's words`() async throws
  {
    let served = try Self.renewing()
    let error = await #expect(throws: SportsbookError.self) {
      try await served.client().banners()
    }
    #expect(
      error
        == .unauthorized(
          ServiceMessage("Unauthenticated", errors: ["token": ["The token has expired"]])))
    #expect(
      "\(try #require(error))" == "The service refuses the token or password "
        + "(status 401 to GET /api/promotions/v1/banners): "
        + "Unauthenticated; token: The token has expired")
    #expect(served.asked.count == 1)
  }

  @Test func `a password that is refused at a renewal is not sent again`() async throws {
    let served = try Self.renewing { request in
      request.isLogin ? .json(#"{"message": "no match"}"#, status: 401) : nil
    }
    let client = served.client(credentials: ServedSportsbook.credentials)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let error = await #expect(throws: SportsbookError.self) {
            try await client.banners(for: PromotionAudience(clientId: number))
          }
          #expect(error?.statusCode == 401)
        }
      }
    }
    await #expect(throws: SportsbookError.self) { try await client.stories() }
    #expect(logins(served) == 1)
    #expect(client.session.renewalFailure == .unauthorized(ServiceMessage("no match")))
  }

  @Test func `a renewal that gets no answer is no refusal of the user`() async throws {
    let served = try Self.renewing { request in
      request.isLogin ? .json("busy", status: 503) : nil
    }
    let client = served.client(credentials: ServedSportsbook.credentials)
    let error = await #expect(throws: SportsbookError.self) { try await client.banners() }
    #expect(error == .server(status: 503, ServiceMessage("busy")))
    #expect(logins(served) == 1)
  }

  @Test func `logout forgets token, password and answers`() async throws {
    let served = try ServedSportsbook.guide()
    let client = served.client(token: nil)
    try await client.login(username: "u", password: "p")
    _ = try await client.banners()
    #expect(client.keptAnswerCount == 1)
    client.logout()
    #expect(client.session.token == nil && client.session.user == nil)
    #expect(client.keptAnswerCount == 0)
    await #expect(throws: SportsbookError.notAuthenticated) { try await client.banners() }
    await #expect(throws: SportsbookError.notAuthenticated) { try await client.login() }
    #expect(served.asked.count == 2)
  }

  @Test func `a login that is answered after a logout does not count`() async throws {
    let client = Mutex<SportsbookClient?>(nil)
    let served = try Self.renewing { request in
      if request.isLogin { client.withLock { $0 }?.logout() }
      return nil
    }
    let made = served.client(credentials: ServedSportsbook.credentials)
    client.withLock { $0 = made }
    await #expect(throws: SportsbookError.self) { try await made.banners() }
    #expect(made.session.token == nil)
    await #expect(throws: SportsbookError.cancelled) {
      try await made.login(username: "u", password: "p")
    }
    #expect(made.session.token == nil)
  }

  @Test func `an answer without a token is reported, and not shown`() async throws {
    let served = try ServedSportsbook(#"{"tokn": "secret-0123456789"}"#)
    let error = await #expect(throws: SportsbookError.self) {
      try await served.client(token: nil).login(username: "u", password: "p")
    }
    #expect(
      error
        == .decoding(
          "POST /api/auth/v1/login: found an answer without a token; expected one"))
  }

  @Test func `a token that no header can carry is not sent`() async throws {
    let served = try ServedSportsbook(#"{"token": "a\r\nX-Other: b"}"#)
    let client = served.client(token: nil)
    try await client.login(username: "u", password: "p")
    await #expect(throws: SportsbookError.self) { try await client.banners() }
    #expect(served.asked == ["POST /api/auth/v1/login"])
  }

  @Test func `token and password stand in no log, error or record, and go to no other host`()
    async throws
  {
    let other = try ScriptedServer([.json("[]")])
    let echo = #"{"message": "PASS TOKEN", "errors": {"a": ["PASS"]}}"#
    let served = try Self.renewing { request in
      switch request.path {
      case "/api/promotions/v1/news":
        return .json(
          "", status: 302,
          headers: [("Location", other.otherURL.absoluteString + "/elsewhere")])
      case "/api/promotions/v1/stories":
        return .json(
          echo.replacing("TOKEN", with: ServedSportsbook.newToken)
            .replacing("PASS", with: "p"), status: 403)
      case "/api/auth/v1/login"
      where String(decoding: request.body, as: UTF8.self).contains("wrong"):
        let text = JSONValue.string(ServedSportsbook.password + "wrong").json
        return .json(echo.replacing("\"PASS TOKEN\"", with: text), status: 422)
      default: return nil
      }
    }
    var texts: [String] = []
    let client = served.client(credentials: ServedSportsbook.credentials)
    _ = try await client.banners()
    for work in [
      { _ = try await client.news() }, { _ = try await client.stories() },
      {
        try await client.login(
          username: "u", password: ServedSportsbook.password + "wrong")
      },
    ] as [() async throws -> Void] {
      do {
        try await work()
      } catch {
        var dumped = ""
        dump(error, to: &dumped)
        texts += ["\(error)", String(reflecting: error), dumped, error.localizedDescription]
      }
    }
    texts += served.log.lines + served.records.withLock { $0.map { String(reflecting: $0) } }
    texts += ["\(client.session)", "\(ServedSportsbook.credentials)"]
    texts += served.server.requests.map(\.target)
    #expect(texts.count > 20)
    #expect(served.asked.contains("GET /api/promotions/v1/news"))
    // The redirect is refused: the other host gets neither a secret nor a request without one.
    #expect(other.requests.isEmpty && texts.contains { $0.contains("redirect") })
    let secrets = [
      ServedSportsbook.token, ServedSportsbook.newToken, ServedSportsbook.password,
      String(JSONValue.string(ServedSportsbook.password).json.dropFirst().dropLast()),
    ]
    for text in texts {
      for secret in secrets { #expect(!text.contains(secret), "\(text)") }
    }
    #expect(texts.contains { $0.contains(Secret.mask) })
  }
}
