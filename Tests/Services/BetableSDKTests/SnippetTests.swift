import APICore
import BetableSDK
import FeedContract
import Foundation
import TestSupport
import Testing

/// The guide's deprecated calls, called through a protocol to avoid warnings.
private protocol DeprecatedCalls {
  func storeAccessToken() throws(BetableError)
  func loadStoredAccessToken() -> Bool
  func authorizeInViewController(
    _ presenter: any WebPresenter, onClose: @escaping BetableCancelHandler
  ) async throws(BetableError)
}

extension Betable: DeprecatedCalls {}

/// The guide's samples and signatures, compiled in Swift (`GuideApp`) and run against the service.
struct SnippetTests {
  private static let manifest = #"{"url": "/ext/play/ducks"}"#

  /// Makes an app over a service; by default it has launched and its player is logged in.
  private func app(
    _ served: ServedBetable, _ credentials: BetableCredentials? = ServedBetable.credentials,
    closesAtOnce: Bool = false
  ) -> (GuideApp, TestScreen) {
    let screen = TestScreen(closesAtOnce: closesAtOnce)
    let app = GuideApp(served.client(credentials, launched: false), view: screen)
    app.applicationDidFinishLaunching()
    return (app, screen)
  }

  @Test func `a client is made with the guide's arguments, in the sandbox unless told otherwise`()
    throws
  {
    let released = try GuideApp.initialized()
    #expect(released.settings.clientID == "client" && !released.isLaunched)
    #expect(released.settings.clientSecret.exposed == "secret")
    #expect(released.settings.redirectURI.text == "betable+company+game://authorize")
    #expect(released.settings.environment == BetableEnvironmentProduction)
    let other = try GuideApp.initializedForDevelopment()
    #expect(other.settings.environment == BetableEnvironmentSandbox)
    #expect(BetableEnvironmentSandbox.rawValue == "sandbox")
    #expect(BetableEnvironmentProduction.rawValue == "production")
  }

  @Test func `an app goes from the launch to the logout by the guide's calls`() async throws {
    let served = try ServedBetable(clock: ManualClock())
    let (app, screen) = app(served, nil)
    app.applicationDidFinishLaunching()
    try await app.play()
    let page = try #require(screen.pages.first)
    #expect(page.kind == .authorize && page.screen == .login)
    let query = URLComponents(url: page.url, resolvingAgainstBaseURL: true)?.queryItems
    let state = try #require(query?.first { $0.name == "state" }?.value)
    let text = "betable+acme+slots://authorize?code=\(ServedBetable.code)&state=\(state)"
    #expect(try await app.handleOpenURL(try #require(URL(string: "other+app://x"))) == false)
    #expect(try await app.handleOpenURL(try #require(URL(string: text))))
    #expect(app.betable.isWatching)
    app.touched()
    try await app.logout()
    #expect(app.story == ["success, a session: \(Secret.mask)", "revoked"])
    #expect(
      served.asked == [
        "POST /1.0/token", "GET /1.0/account?access_token=T",
        "POST /1.0/sessions/keep-alive?access_token=T",
      ])
    try await app.register()
    #expect(screen.pages.last?.screen == .register)
  }

  @Test func `each call with the guide's handlers calls one of them, once`() async throws {
    let served = try ServedBetable()
    let (app, _) = app(served)
    await app.bets()
    await app.players()
    #expect(
      app.story == [
        "bet: 0.25", "unbacked: 0.25", "credit: 0.25", "unbacked credit: 0.25",
        "account: \(ServedBetable.userID)", "wallet: an object",
      ])
    #expect(
      served.asked == [
        "POST /1.0/games/game/bet?access_token=T",
        "POST /1.0/games/game/unbacked-bet?access_token=T",
        "POST /1.0/games/game/credit/bet?access_token=T",
        "POST /1.0/games/game/credit/unbacked-bet?access_token=T",
        "GET /1.0/account?access_token=T", "GET /1.0/account/wallet?access_token=T",
      ])
    #expect(
      served.server.requests[0].json == [
        "currency": "GBP", "economy": "sandbox", "paylines": [[1, 1, 1]], "wager": "0.10",
      ])
  }

  @Test func `tokens come by the guide's handler, and are worked with from then on`() async throws {
    let served = try ServedBetable(clock: ManualClock())
    let (app, _) = app(served, nil)
    await app.tokens()
    let text = "a token of \(ServedBetable.token.count) characters"
    #expect(app.story == [text, text])
    #expect(app.betable.credentials == ServedBetable.credentials)
    let bodies = served.server.requests.filter { $0.path == "/1.0/token" }.map {
      String(decoding: $0.body, as: UTF8.self)
    }
    #expect(bodies.count == 2 && bodies[0].hasSuffix("&client_user_id=user-1"))
    #expect(bodies[1].hasSuffix("&code=code-0815&session_id=none"))
  }

  @Test func `a failure brings the answer, its body and the reason`() async throws {
    let body = #"{"error":"insufficient_funds"}"#
    let served = try ServedBetable { request in
      request.path.hasSuffix("bet") ? .json(body, status: 402) : .json("{}", status: 404)
    }
    let (app, _) = app(served)
    await app.bets()
    await app.tokens()
    #expect(
      app.story.first
        == "failed: 402, \(body), The balance is too small: insufficient_funds "
        + "(status 402 to POST /games/game/bet)")
    #expect(app.story.count == 6 && app.story.allSatisfy { $0.hasPrefix("failed: 40") })
    served.server.stop()
    await app.players()
    let last = try #require(app.story.last)
    #expect(last.hasPrefix("failed: 0, no body, No answer from the service: "), "\(last)")
    #expect(last.contains("GET /account/wallet: 127.0.0.1:"), "\(last)")
  }

  @Test func `pages are shown over the app by the guide's calls`() async throws {
    let served = try ServedBetable { request in
      request.path.hasPrefix("/1.0/application_manifests/") ? .json(Self.manifest) : nil
    }
    let (app, screen) = app(served, closesAtOnce: true)
    try await app.webViews()
    #expect(
      screen.pages.map(\.kind) == [
        .deposit, .withdraw, .wallet, .redeem, .support, .other, .game,
      ])
    #expect(app.story == Array(repeating: "closed", count: 7))
  }

  @Test func `a batch is put together and run by the guide's calls`() async throws {
    let served = try ServedBetable { request in
      let count = request.path == "/1.0/batch" ? 5 : 0
      let items = Array(repeating: #"{"status": 200, "body": "{\"payout\": \"1\"}"}"#, count: count)
      return .json(#"{"id": "done", "responses": [\#(items.joined(separator: ","))]}"#)
    }
    let (app, _) = app(served)
    await app.batch()
    #expect(app.story == ["batch: done"])
    #expect(served.asked == ["POST /1.0/batch?access_token=T"])
    let requests = try #require(served.server.requests.first?.json?["requests"])
    #expect(
      (0..<5).map { requests[$0]?["url"]?.text } == [
        "/games/game/bet", "/games/game/unbacked-bet", "/games/game/credit/bet",
        "/games/game/credit/unbacked-bet", "/account/wallet",
      ])
    #expect(requests[4]?["depends_on"] == ["first"] && requests[5] == nil)
  }

  @Test func `a game may be called back by its current view alone`() async throws {
    let served = try ServedBetable(clock: ManualClock())
    let screen = TestScreen()
    let betable = served.client(nil)
    try await betable.checkCredentials(LeastCallbacks(currentGameView: screen))
    #expect(screen.pages.map(\.kind) == [.authorize])
    let page = try betable.precachedPage()
    let text = "betable+acme+slots://authorize?code=c&state=\(page.state.exposed)"
    try await betable.handleAuthorizeURL(try #require(URL(string: text)))
    #expect(betable.isWatching)
    try await betable.logout()
  }

  @Test func `what the guide calls deprecated works on`() async throws {
    let served = try ServedBetable()
    let betable = served.client()
    #expect(served.store.load() == StoredLogin())
    try (betable as any DeprecatedCalls).storeAccessToken()
    #expect(served.store.load().credentials == ServedBetable.credentials)
    let next = served.client(nil)
    #expect((next as any DeprecatedCalls).loadStoredAccessToken())
    #expect(next.credentials == ServedBetable.credentials)
    try await next.logout()
    let last = served.client(nil)
    #expect(!(last as any DeprecatedCalls).loadStoredAccessToken())
    let screen = TestScreen()
    let game = TestGame()
    try await (last as any DeprecatedCalls).authorizeInViewController(screen) {
      game.add("closed")
    }
    #expect(screen.pages.map(\.kind) == [.authorize] && served.asked == [])
    screen.close()
    screen.close()
    #expect(game.story == ["closed"])
    let early = served.client(nil, launched: false)
    await #expect(throws: BetableError.notLaunched) {
      try await (early as any DeprecatedCalls).authorizeInViewController(screen) {}
    }
    let source = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/Sources/Services/BetableSDK/Betable.swift",
      encoding: .utf8)
    let marked = /@available\(\*, deprecated, [^\n]+\n  public func (\w+)\(/
    let names = source.matches(of: marked).map { String($0.1) }
    #expect(names == ["storeAccessToken", "loadStoredAccessToken", "authorizeInViewController"])
  }

  @Test func `a login's token and session cannot be changed, and its text shows neither`() {
    let login = ServedBetable.credentials
    #expect(login.accessToken.exposed == ServedBetable.token)
    #expect(login.sessionID?.exposed == ServedBetable.session)
    let token: PartialKeyPath<BetableCredentials> = \.accessToken
    let session: PartialKeyPath<BetableCredentials> = \.sessionID
    #expect(!(token is WritableKeyPath<BetableCredentials, Secret>))
    #expect(!(session is WritableKeyPath<BetableCredentials, Secret?>))
    #expect("\(login)" == "credentials" && "\(ServedBetable.unbacked)" == "unbacked credentials")
  }

  @Test func `the guide's addresses are texts`() throws {
    let app = GuideApp(try GuideApp.initialized(), view: TestScreen())
    #expect(
      app.addresses == [
        "https://api.betable.com/1.0/token", "https://api.betable.com/1.0/games/game/bet",
        "https://api.betable.com/1.0/account/wallet", "https://api.betable.com/1.0/account",
      ])
  }
}
