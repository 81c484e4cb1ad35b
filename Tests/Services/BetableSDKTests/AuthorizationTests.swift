import APICore
import BetableSDK
import FeedContract
import Foundation
import TestSupport
import Testing

/// Logins: the page, the redirect, its state, the token.
struct AuthorizationTests {
  /// Returns the redirect of a login that was begun.
  private func redirect(
    _ page: AuthorizePage, code: String? = ServedBetable.code, rest: String = ""
  ) throws -> URL {
    try #require(
      URL(
        string: "betable+acme+slots://authorize?state=\(page.state.exposed)"
          + (code.map { "&code=\($0)&session_id=\(ServedBetable.session)" } ?? "") + rest))
  }

  private func parameters(_ url: URL) -> [String: String] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $0 + "|" + $1 }
  }

  @Test func `the classic page has client, redirect, a new state and the code flow`() throws {
    let served = try ServedBetable()
    let betable = served.client(nil) { $0.authorizePage = .classic }
    let page = try betable.beginAuthorization()
    #expect(page.url.path() == "/authorize" && page.page.isPortraitOnly)
    #expect(page.page.url == page.url)
    #expect(
      parameters(page.url) == [
        "client_id": "game-1", "redirect_uri": "betable+acme+slots://authorize",
        "response_type": "code", "state": page.state.exposed,
      ])
    #expect(page.url.query()?.contains("betable%2Bacme%2Bslots%3A%2F%2Fauthorize") == true)
    #expect(UUID(uuidString: page.state.exposed) != nil)
    #expect(try betable.beginAuthorization().state != page.state)
  }

  @Test func `the precached page says what to load, and which screen comes first`() throws {
    let served = try ServedBetable()
    let betable = served.client(nil) { $0.deviceIdentifier = "d 1" }
    let page = try betable.precachedPage(.login)
    #expect(page.url.path() == "/ext/precache" && page.page.isPortraitOnly)
    #expect(
      parameters(page.url) == [
        "client_id": "game-1", "redirect_uri": "betable+acme+slots://authorize",
        "state": page.state.exposed, "load": "chrome.nux.wallet", "session_id": "none",
        "device_identifier": "d 1", "sdk_version": "1.0",
      ])
    #expect(page.screen == .login && page.screen.rawValue == "chrome.auth.play")
    let other = try betable.precachedPage(.register)
    #expect(other.url == page.url && other.screen.rawValue == "chrome.nux.deposit")
  }

  @Test func `the precached page is built once, and anew when session or login change`()
    async throws
  {
    let served = try ServedBetable(clock: ManualClock())
    let betable = served.client(nil)
    let first = try betable.precachedPage()
    #expect(try betable.precachedPage() == first)
    betable.use(ServedBetable.credentials)
    let second = try betable.precachedPage()
    #expect(second.state != first.state)
    #expect(parameters(second.url)["session_id"] == ServedBetable.session)
    #expect(try betable.precachedPage() == second)
    try await betable.handleAuthorizeURL(try redirect(second))
    #expect(try betable.precachedPage().state != second.state)
    try await betable.logout()
    #expect(parameters(try betable.precachedPage().url)["session_id"] == "none")
  }

  @Test func `the cookies of a login have the service's names`() {
    #expect(
      Betable.cookieNames == [
        "players-sid-players", "players-sid-games-wallet", "betable-players",
        "betable-games-wallet",
      ])
  }

  @Test func `a login goes from the page to a watched session`() async throws {
    let served = try ServedBetable(clock: ManualClock())
    let betable = served.client(nil)
    let game = TestGame()
    try await betable.checkCredentials(game)
    let page = try #require(game.screen.pages.first)
    #expect(page.kind == .authorize && page.screen == .login && served.asked == [])
    let state = try #require(parameters(page.url)["state"])
    let back = "BETABLE+acme+slots://Authorize?code=\(ServedBetable.code)&state=\(state)"
    let url = try #require(URL(string: back + "&session_id=\(ServedBetable.session)"))
    #expect(try await betable.handleAuthorizeURL(url))
    #expect(game.story == ["shows authorize", "dismiss", "success"])
    #expect(betable.credentials == ServedBetable.credentials && betable.isWatching)
    #expect(game.logins.withLock { $0 } == [ServedBetable.credentials])
    #expect(served.store.load().credentials == ServedBetable.credentials)
    #expect(served.store.load().pendingState == nil)
    #expect(
      served.asked == [
        "POST /1.0/token", "GET /1.0/account?access_token=T",
        "POST /1.0/sessions/keep-alive?access_token=T",
      ])
    let request = try #require(served.server.requests.first)
    let pair = Data("game-1:\(ServedBetable.secret)".utf8).base64EncodedString()
    #expect(request.header("Authorization") == "Basic " + pair)
    #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "grant_type=authorization_code&redirect_uri=betable%2Bacme%2Bslots%3A%2F%2Fauthorize"
        + "&code=\(ServedBetable.code)&session_id=\(ServedBetable.session)")
    #expect(served.journal.story == ["session login", "session keepalive"])
    // The redirect is good for one login.
    await #expect(throws: BetableError.authorization(.forgedState)) {
      try await betable.handleAuthorizeURL(url)
    }
    #expect(served.asked.count == 3)
  }

  @Test func `without a session the token is asked for with none`() async throws {
    let served = try ServedBetable()
    let betable = served.client(nil)
    _ = try await betable.token(code: Secret(ServedBetable.code), sessionID: nil)
    let body = String(decoding: try #require(served.server.requests.first).body, as: UTF8.self)
    #expect(body.hasSuffix("&session_id=none"))
  }

  @Test(arguments: [
    "?code=CODE&session_id=s", "?code=CODE&state=", "?code=CODE&state=forged-0815",
    "?code=CODE&state=STATEx", "?code=CODE&state=STATE&state=forged",
    "?code=CODE&state=forged&state=STATE", "", "?state=forged&error=access_denied",
    "?code=CODE&State=STATE",
  ])
  func `a forged or missing state ends the flow before anything is sent`(query: String)
    async throws
  {
    let served = try ServedBetable()
    let betable = served.client(nil)
    let page = try betable.beginAuthorization()
    let text = query.replacing("STATE", with: page.state.exposed)
      .replacing("CODE", with: ServedBetable.code)
    let url = try #require(URL(string: "betable+acme+slots://authorize" + text))
    let error = await #expect(throws: BetableError.authorization(.forgedState)) {
      try await betable.handleAuthorizeURL(url)
    }
    #expect(served.asked == [] && betable.credentials == nil)
    #expect(
      error?.description == "login: found a redirect without the state of a login that was begun "
        + "here; expected it. Nothing was sent")
    // A forged redirect cannot end a player's login.
    #expect(try await betable.handleAuthorizeURL(try redirect(page)))
  }

  @Test func `without a login that was begun any state is forged`() async throws {
    let served = try ServedBetable()
    let betable = served.client(nil)
    for state in ["", "x", "none", UUID().uuidString] {
      let url = try #require(
        URL(string: "betable+acme+slots://authorize?code=c&state=\(state)"))
      await #expect(throws: BetableError.authorization(.forgedState)) {
        try await betable.handleAuthorizeURL(url)
      }
    }
    #expect(served.asked == [])
  }

  @Test(arguments: [
    "betable+acme+other://authorize", "https://authorize", "betable+acme+slots://other",
    "betable+acme+slots://authorize/path", "betable+acme+slots://authorize:80",
    "betable+acme+slots://me@authorize", "betable+acme+slots://authorize#x",
    "evil+elsewhere://authorize", "betable+acme+slots://authorize.evil.example",
  ])
  func `a foreign redirect is left alone`(place: String) async throws {
    let served = try ServedBetable()
    let betable = served.client(nil)
    let page = try betable.beginAuthorization()
    let parts = place.split(separator: "#")
    let fragment = parts.count > 1 ? "#" + parts[1] : ""
    let query = "?code=c&state=\(page.state.exposed)"
    let url = try #require(URL(string: parts[0] + query + fragment))
    #expect(try await betable.handleAuthorizeURL(url) == false)
    #expect(served.asked == [] && served.store.load().pendingState == page.state)
  }

  @Test(arguments: [
    ("BETABLE+Acme+SLOTS://AUTHORIZE?code=1", true, false),
    ("betable+acme+slots://authorize/?code=1", true, false),
    ("betable+acme+slots://authorize?code=1#LOGIN", false, true),
    ("betable+acme+slots://authorize?code=1#logout", false, false),
  ])
  func `a redirect has the scheme, host and fragment of the game's URI, in either case`(
    text: String, isPlain: Bool, hasFragment: Bool
  ) throws {
    let url = try #require(URL(string: text))
    #expect(try RedirectURI("betable+acme+slots://authorize").matches(url) == isPlain)
    #expect(try RedirectURI("betable+acme+slots://authorize#Login").matches(url) == hasFragment)
  }

  @Test(arguments: [
    ("error=access_denied", AuthorizationFailure.denied(error: "access_denied", description: nil)),
    (
      "error=server_error&error_description=out%20of%20order%0A",
      .denied(error: "server_error", description: "out of order")
    ),
    ("error=access_denied&error_description=user_close", .closedByUser),
    ("action=close", .closedByUser), ("x=1", .noCode), ("code=", .noCode),
    ("code=a&code=b", .noCode),
  ])
  func `a redirect that says no is told to the game`(
    query: String, expected: AuthorizationFailure
  ) async throws {
    let served = try ServedBetable()
    let betable = served.client(nil)
    let game = TestGame()
    try await betable.checkCredentials(game)
    let page = try betable.precachedPage()
    let url = try redirect(page, code: nil, rest: "&" + query)
    await #expect(throws: BetableError.authorization(expected)) {
      try await betable.handleAuthorizeURL(url)
    }
    #expect(game.story == ["shows authorize", "dismiss", "failure"] && served.asked == [])
  }

  @Test func `a page that the player closes is a failure, reported once`() async throws {
    let served = try ServedBetable()
    let betable = served.client(nil)
    let game = TestGame()
    try await betable.checkCredentials(game, loginOverRegister: false)
    #expect(game.screen.pages.first?.screen == .register)
    game.screen.close()
    await game.wait(for: "failure")
    game.screen.close()
    for _ in 0..<50 { await Task.yield() }
    #expect(game.story == ["shows authorize", "failure"])
    #expect(served.store.load().pendingState == nil)
  }

  @Test func `an exchange is made once, whatever becomes of it`() async throws {
    let answers: [ScriptedAnswer] = [
      .json("busy", status: 503), ScriptedAnswer([.close]), .json("{}"), .json("<html>"),
      .json(#"{"error": "invalid_grant"}"#, status: 400),
      .json("", status: 303, headers: [("Location", "/1.0/account")]),
    ]
    for answer in answers {
      let served = try ServedBetable { request in request.path == "/1.0/token" ? answer : nil }
      let betable = served.client(nil)
      let game = TestGame()
      try await betable.checkCredentials(game)
      let url = try redirect(try betable.precachedPage())
      await #expect(throws: BetableError.self) { try await betable.handleAuthorizeURL(url) }
      #expect(served.server.requests.count == 1 && betable.credentials == nil)
      #expect(game.story.last == "failure")
    }
  }

  @Test func `an unbacked token is asked for with the app's user, escaped, and wants no session`()
    async throws
  {
    let served = try ServedBetable { request in
      request.path == "/1.0/token"
        ? .json(#"{"access_token": "\#(ServedBetable.token)"}"#) : nil
    }
    let betable = served.client(nil)
    #expect(try await betable.unbackedToken("me & you+1").exposed == ServedBetable.token)
    let body = String(decoding: try #require(served.server.requests.first).body, as: UTF8.self)
    #expect(
      body == "grant_type=client_credentials&redirect_uri=betable%2Bacme%2Bslots%3A%2F%2Fauthorize"
        + "&client_user_id=me%20%26%20you%2B1")
    let guest = BetableCredentials(
      accessToken: Secret(ServedBetable.token), sessionID: nil, userID: "me & you+1")
    #expect(betable.credentials == guest && guest.isUnbacked && !betable.isWatching)
    #expect(served.store.load().credentials == guest)
    _ = try await betable.unbackedBet(forGame: "g", withData: ["wager": "1"])
    #expect(served.asked.count == 2)
    // A logged-in client also sends its session, and keeps its login.
    let player = served.client()
    _ = try await player.unbackedToken("u")
    let second = String(decoding: try #require(served.server.requests.last).body, as: UTF8.self)
    #expect(second.hasSuffix("&client_user_id=u&session_id=\(ServedBetable.session)"))
    #expect(player.credentials == ServedBetable.credentials)
    #expect(served.store.load().credentials == guest)
  }

  @Test func `logout forgets everything, once, and the next page is a new one`() async throws {
    let served = try ServedBetable(clock: ManualClock())
    served.store.save(StoredLogin(credentials: ServedBetable.credentials))
    let betable = served.client(nil)
    let game = TestGame()
    try await betable.checkCredentials(game)
    let before = try betable.precachedPage()
    #expect(parameters(before.url)["session_id"] == ServedBetable.session)
    try await betable.logout()
    try await betable.logout()
    #expect(
      game.story == ["success", "forgets 4 cookies", "revoked", "forgets 4 cookies"])
    #expect(game.screen.forgotten == [Betable.cookieNames, Betable.cookieNames])
    #expect(betable.credentials == nil && !betable.isWatching && served.clock.sleeperCount == 0)
    #expect(served.store.load() == StoredLogin())
    let after = try betable.precachedPage()
    #expect(parameters(after.url)["session_id"] == "none" && after.state != before.state)
    await #expect(throws: BetableError.notAuthorized(needsSession: true)) {
      try await betable.bet(forGame: "g", withData: ["wager": "1"])
    }
  }

  @Test func `another process can end a login that this one began`() async throws {
    let folder = try TemporaryFolder()
    let served = try ServedBetable()
    func client() -> Betable {
      var surroundings = served.surroundings
      surroundings.store = BetableCredentialFile(path: folder.file("login.json"))
      let betable = Betable(ServedBetable.settings(served.server.url), surroundings: surroundings)
      betable.launch()
      return betable
    }
    let url = try redirect(try client().beginAuthorization())
    #expect(try await client().handleAuthorizeURL(url))
    let third = client()
    #expect(third.loadStoredLogin() && third.credentials == ServedBetable.credentials)
    await #expect(throws: BetableError.authorization(.forgedState)) {
      try await client().handleAuthorizeURL(url)
    }
  }
}
