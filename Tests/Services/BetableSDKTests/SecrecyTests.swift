import APICore
import BetableSDK
import FeedContract
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

/// No token, session, secret, code or state appears in any text, or at any other host.
struct SecrecyTests {
  /// A service that echoes everything it knows of a login, and the login's state if there is one.
  private final class Echo: Sendable {
    private let state = Mutex("a-state-that-comes-later")

    func knows(_ page: AuthorizePage) { state.withLock { $0 = page.state.exposed } }

    /// All texts that must not appear.
    var secrets: [String] { ServedBetable.secrets + [state.withLock { $0 }] }

    /// Returns the echo of an answer: a code only to the request that sent it.
    func words(to request: ScriptedRequest) -> String {
      secrets.filter { $0 != ServedBetable.code || request.mentions($0) }.joined(separator: " ")
    }
  }

  /// Returns the texts of a value in `print`, a debugger and `dump`.
  private func texts(_ value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [String(describing: value), String(reflecting: value), dumped]
  }

  private func expectNone(of secrets: [String], in texts: [String]) {
    let pair = Data("game-1:\(ServedBetable.secret)".utf8).base64EncodedString()
    for text in texts {
      for secret in secrets + [pair] {
        #expect(!text.contains(secret), "\(text.replacing(secret, with: "SECRET").prefix(500))")
      }
    }
  }

  private func redirect(_ page: AuthorizePage, _ rest: String? = nil) throws -> URL {
    let rest = rest ?? "&code=\(ServedBetable.code)&session_id=\(ServedBetable.session)"
    return try #require(
      URL(string: "betable+acme+slots://authorize?state=\(page.state.exposed)\(rest)"))
  }

  /// All requests of a logged-in client.
  private static let calls: [(String, @Sendable (Betable) async throws -> Void)] = [
    ("account", { _ = try await $0.userAccount() }),
    ("wallet", { _ = try await $0.userWallet() }),
    ("statement", { _ = try await $0.statement() }),
    ("heartbeat", { _ = try await $0.heartbeat() }),
    ("keep-alive", { _ = try await $0.keepAlive() }),
    ("bet", { _ = try await $0.bet(forGame: "g", withData: ServedBetable.bet) }),
    (
      "unbacked credit bet",
      {
        _ = try await $0.unbackedCreditBet(
          forGame: "g", creditGame: "c", withData: ServedBetable.bet)
      }
    ),
    (
      "batch",
      { betable in
        let batch = BetableBatchRequest(betable: betable)
        batch.bet(forGame: "g", withData: ServedBetable.bet)
        batch.userAccount()
        for item in try await batch.run().items { _ = try item.result.get() }
      }
    ),
    ("game", { _ = try await $0.game(slug: "s", currency: "GBP") }),
    ("unbacked token", { _ = try await $0.unbackedToken("user-1") }),
    (
      "exchange",
      {
        _ = try await $0.token(
          code: Secret(ServedBetable.code), sessionID: Secret(ServedBetable.session))
      }
    ),
  ]

  /// Answers that echo the secrets, each in another way.
  private static let answers: [@Sendable (String) -> ScriptedAnswer] = [
    { .json(#"{"error": "\#($0)", "description": "\#($0)", "details": "\#($0)"}"#, status: 400) },
    { .json(#"{"error": "insufficient_funds", "description": "\#($0)"}"#, status: 402) },
    { .json("<html><title>\($0)</title>\($0)</html>", status: 403) },
    { .json($0.replacing(" ", with: "%20"), status: 404) },
    { .json(#"{"message": "\#($0)"}"#, status: 503) },
    { .json("<html><title>\($0)</title>\($0)</html>") },
    { .json(#"{"message": "\#($0)""#) }, { .json("[\"\($0)\"]") },
    { .json(#"{"id": {}, "alive": "\#($0)", "url": 1, "payout": "\#($0)"}"#) },
    { .json(#"{"real": {"balance": "\#($0)", "currency": "\#($0)"}, "url": "\#($0)"}"#) },
    { .json(#"{"bets": [{"id": "\#($0)"}, {"id": 1, "game_id": "g", "kind": "\#($0)"}]}"#) },
    {
      .json(
        #"{"responses": [{"status": 402, "body": "{\"error\": \"\#($0)\"}"}, "#
          + #"{"status": 200, "body": "\#($0)"}]}"#)
    },
    {
      .json(
        #"{"responses": [{"status": 500, "body": "{\"error\": \"x\", \"description\": \"\#($0)\"}"},"#
          + #"{"status": 403, "body": "{\"error\": \"\#($0)\"}"}]}"#)
    },
  ]

  @Test(arguments: 0..<answers.count)
  func `no error states a secret, whatever the service says`(number: Int) async throws {
    let echo = Echo()
    let served = try ServedBetable { Self.answers[number](echo.words(to: $0)) }
    let betable = served.client { $0.retries = .never }
    echo.knows(try betable.beginAuthorization())
    var texts: [String] = []
    for (name, call) in Self.calls {
      do {
        try await call(betable)
      } catch let error as BetableError {
        texts += self.texts(error) + [error.localizedDescription, error.responseBody ?? ""]
        texts += self.texts(error.response as Any)
        texts.append(name)
      }
    }
    expectNone(of: echo.secrets, in: texts + served.texts)
    #expect(texts.count >= 8 * 9 && texts.contains { $0.contains(Secret.mask) })
    #expect(served.server.requests.count == Self.calls.count)
  }

  @Test(arguments: ["/1.0/token", "/1.0/account"], [200, 400, 503])
  func `no text of a login that fails states a secret`(path: String, status: Int) async throws {
    let echo = Echo()
    let served = try ServedBetable { request in
      // A refusal gives no token.
      let words = echo.words(to: request).replacing(
        path == "/1.0/token" && status >= 400 ? ServedBetable.token : "-", with: "-")
      return request.path == path
        ? .json(#"{"error": "\#(words)", "x": "\#(words)"}"#, status: status) : nil
    }
    let betable = served.client(nil) { $0.retries = .never }
    let game = TestGame()
    try await betable.checkCredentials(game)
    let page = try betable.precachedPage()
    echo.knows(page)
    let error = await #expect(throws: BetableError.self) {
      try await betable.handleAuthorizeURL(try redirect(page))
    }
    let failure = try #require(error)
    let body = failure.responseBody ?? ""
    expectNone(
      of: echo.secrets, in: texts(failure) + [failure.localizedDescription, body] + served.texts)
    #expect(game.story.last == "failure" && betable.credentials == nil)
  }

  @Test(arguments: [
    "&error=access_denied&error_description=WORDS&code=CODE", "&error=WORDS&code=CODE",
    "&error=ESCAPED&code=CODE",
    "&error=x&error_description=ESCAPED%20of%20CODE&code=CODE",
  ])
  func `the authorize page's words are shown without the login's secrets`(rest: String)
    async throws
  {
    let echo = Echo()
    let served = try ServedBetable()
    let betable = served.client()
    let page = try betable.beginAuthorization()
    echo.knows(page)
    let escaped = page.state.exposed.utf8.map { String(format: "%%25%02X", $0) }.joined()
    let words = echo.secrets.joined(separator: "%20")
    let url = try redirect(
      page,
      rest.replacing("WORDS", with: words).replacing("ESCAPED", with: escaped)
        .replacing("CODE", with: ServedBetable.code) + "&session_id=\(ServedBetable.session)")
    let error = await #expect(throws: BetableError.self) {
      try await betable.handleAuthorizeURL(url)
    }
    let secrets = echo.secrets + [escaped, escaped.replacing("%25", with: "%")]
    expectNone(of: secrets, in: texts(try #require(error)) + served.texts)
    #expect(error?.description.hasPrefix("login: refused: ") == true && served.asked == [])
  }

  @Test func `a whole session leaves no secret in log, records, journal or descriptions`()
    async throws
  {
    let echo = Echo()
    let served = try ServedBetable(clock: ManualClock()) { request in
      let words = echo.words(to: request)
      return switch request.path {
      case "/1.0/account": .json(#"{"id": "u-1", "first_name": "\#(words)"}"#)
      case "/1.0/account/wallet":
        .json(
          #"{"real": {"balance": "1", "currency": "\#(words)", "credits": {"\#(words)": "1"}}}"#)
      case let path where path.hasSuffix("bet"):
        .json(
          #"{"payout": "1", "game": "\#(words)", "outcomes": [{"outcome": "\#(words)", "#
            + #""payout": "1", "symbols": ["\#(words)"]}]}"#)
      case "/1.0/account/bets":
        .json(#"{"bets": [{"id": 1, "game_id": "g", "kind": "backed", "wager": "\#(words)"}]}"#)
      default: nil
      }
    }
    let betable = served.client(nil) { $0.retries = .never }
    let game = TestGame()
    try await betable.checkCredentials(game)
    let page = try betable.precachedPage()
    var texts = self.texts(page) + self.texts(page.page) + self.texts(betable)
    try await betable.handleAuthorizeURL(try redirect(page))
    let next = try betable.precachedPage()
    echo.knows(next)
    texts += [next.description, next.page.description] + self.texts(game.screen.pages)
    texts += self.texts(try await betable.userAccount()) + self.texts(try await betable.heartbeat())
    texts += self.texts(try await betable.userWallet())
    texts += self.texts(try await betable.bet(forGame: "g", withData: ServedBetable.bet))
    _ = try? await betable.statement()
    texts += self.texts(betable) + self.texts(betable.settings) + self.texts(served.surroundings)
    texts += self.texts(try #require(betable.credentials)) + self.texts(served.store.load())
    texts += self.texts(betable.authorization) + self.texts(served.journal.events)
    try await betable.logout()
    expectNone(of: echo.secrets + [page.state.exposed], in: texts + served.texts)
    #expect(served.journal.story.count == 7 && served.rejected.withLock { $0.count } == 1)
    #expect(served.log.lines.count > 6 && texts.contains { $0.contains(Secret.mask) })
  }

  @Test func `an answer that comes after the logout shows no secret either`() async throws {
    let echo = Echo()
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let served = try ServedBetable { request in
      arrived.yield()
      Thread.sleep(forTimeInterval: 0.1)
      return .json(#"{"error": "\#(echo.words(to: request))"}"#, status: 400)
    }
    for (_, call) in Self.calls.filter({ ["bet", "heartbeat", "account"].contains($0.0) }) {
      let betable = served.client()
      let task = Task { try await call(betable) }
      for await _ in arrivals { break }
      try await betable.logout()
      let error = await #expect(throws: BetableError.self) { try await task.value }
      let failure = try #require(error)
      expectNone(
        of: [ServedBetable.token, ServedBetable.session, ServedBetable.secret],
        in: texts(failure) + [failure.responseBody ?? ""])
    }
    expectNone(of: [ServedBetable.token, ServedBetable.session], in: served.texts)
  }

  @Test func `a batch's texts name paths without their queries`() async throws {
    let served = try ServedBetable { _ in .json(#"{"responses": []}"#) }
    let betable = served.client()
    let query = "?access_token=another-token-0815"
    let request = BatchRequest(path: "/account/wallet" + query, method: "GET")
    let item = try #require(try await betable.run([request]).items.first)
    var texts = self.texts(item)
    let foreign = BatchRequest(path: "https://x.example/" + query, method: "GET")
    let error = await #expect(throws: BetableError.self) { try await betable.run([foreign]) }
    texts += self.texts(try #require(error))
    expectNone(of: ["another-token", "access_token"], in: texts + served.texts)
  }

  /// The targets of redirects: another address on another server, or the requested path and query
  /// on it.
  private static let places: [(String, @Sendable (ScriptedRequest, URL) -> String)] = [
    ("foreign", { _, other in other.absoluteString + "/elsewhere" }),
    ("open", { request, other in other.absoluteString + request.target }),
    (
      "open, in a part of the query",
      { request, other in
        other.absoluteString + "/login?next=" + PercentEncoding.part(request.target)
      }
    ),
    (
      "open, in the path",
      { request, other in
        other.absoluteString + "/" + PercentEncoding.part(request.target)
      }
    ),
    (
      "open, without a scheme",
      { request, other in
        "//localhost:\(other.port ?? 0)" + request.target
      }
    ),
  ]

  @Test(arguments: 0..<places.count, [301, 302, 303, 307, 308])
  func `no redirect takes a secret to another server`(place: Int, status: Int) async throws {
    for isOtherHost in [true, false] {
      let other = try ScriptedServer([.json(#"{"id": "1", "alive": true, "payout": "1"}"#)])
      let target = isOtherHost ? other.otherURL : other.url
      let served = try ServedBetable { request in
        .json(
          "", status: status, headers: [("Location", Self.places[place].1(request, target))])
      }
      let betable = served.client { $0.retries = .never }
      let page = try betable.beginAuthorization()
      var texts: [String] = []
      for (_, call) in Self.calls {
        do {
          try await call(betable)
        } catch {
          texts += self.texts(error)
        }
      }
      let secrets = ServedBetable.secrets + [page.state.exposed]
      #expect(other.requests.isEmpty, "\(Self.places[place].0)")
      expectNone(of: secrets, in: texts + served.texts)
    }
  }

  @Test func `a redirect within the service is followed with the query that it names`()
    async throws
  {
    let served = try ServedBetable { request in
      request.path == "/1.0/account"
        ? .json(
          "", status: 307,
          headers: [("Location", request.target.replacing("/account", with: "/me"))])
        : .json(#"{"id": "u-1"}"#)
    }
    #expect(try await served.client().userAccount().id == "u-1")
    #expect(served.asked == ["GET /1.0/account?access_token=T", "GET /1.0/me?access_token=T"])
  }

  @Test func `an ordinary session is logged for whoever looks for an error alone`() async throws {
    #expect(BetableSurroundings().log.logLevel == .info)
    let served = try ServedBetable()
    let betable = served.client()
    _ = try await betable.bet(forGame: "g", withData: ServedBetable.bet)
    _ = try await betable.userWallet()
    _ = try await betable.heartbeat()
    #expect(served.log.lines.count == 3)
    #expect(served.log.lines.allSatisfy { $0.hasPrefix("debug ") || $0.hasPrefix("trace ") })
  }

  @Test func `a trap has a fixed text, and shows nothing of the login`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let url = try #require(URL(string: "https://betable.example"))
      let betable = Betable(ServedBetable.settings(url))
      betable.launch()
      betable.use(ServedBetable.credentials)
      let page = try betable.beginAuthorization()
      withExtendedLifetime((betable, page)) {
        _ = BetAmount(units: 1, places: ServedBetable.token.count)
      }
    }
    let bytes = try #require(result).standardErrorContent + #require(result).standardOutputContent
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("places: 0 to 9"))
    expectNone(of: ServedBetable.secrets, in: [text])
    // No other trap in the client has a longer text.
    let folder = RailbirdProcess.packageFolder + "/Sources/Services/BetableSDK"
    var count = 0
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where file.hasSuffix(".swift") {
      let lines = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (line, next) in zip(lines, lines.dropFirst())
      where line.contains(/\b(precondition|preconditionFailure|assert\w*|fatalError)\(/) {
        count += 1
        #expect(!line.contains("\\(") && !next.contains("\\("), "\(file): \(line)")
      }
      #expect(!lines.contains { $0.contains(/\b(try|as)!/) }, "\(file)")
    }
    #expect(count >= 3)
  }
}
