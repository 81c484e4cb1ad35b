import APICore
import BetableSDK
import FeedContract
import Foundation
import Testing

/// The addresses of API and pages, and how pages are shown.
struct PageTests {
  private func betable(_ credentials: BetableCredentials? = ServedBetable.credentials) throws
    -> Betable
  {
    let url = try #require(URL(string: "https://web.example"))
    let betable = Betable(ServedBetable.settings(url))
    if let credentials { betable.use(credentials) }
    betable.launch()
    return betable
  }

  private var tail: String {
    "client_id=game-1&session_id=\(ServedBetable.session)&sdk_version=1.0"
  }

  @Test func `the API's addresses are those of the guide`() throws {
    let betable = try Betable(
      clientID: "c", clientSecret: "s", redirectURI: "betable+a+b://authorize")
    #expect(betable.getTokenURL() == "https://api.betable.com/1.0/token")
    #expect(betable.getBetURL("a/b c") == "https://api.betable.com/1.0/games/a%2Fb%20c/bet")
    #expect(betable.getWalletURL() == "https://api.betable.com/1.0/account/wallet")
    #expect(betable.getAccountURL() == "https://api.betable.com/1.0/account")
  }

  @Test(arguments: [WebPage.Kind.deposit, .withdraw, .wallet, .support])
  func `a page of the track names action, client and session`(kind: WebPage.Kind) throws {
    #expect(
      try betable().trackURL(kind).absoluteString
        == "https://web.example/track?action=\(kind.rawValue)&" + tail)
    #expect(
      try betable(nil).trackURL(kind).query()
        == "action=\(kind.rawValue)&client_id=game-1&session_id=none&sdk_version=1.0")
  }

  @Test func `a promotion is a whole URL, and encoded once`() async throws {
    let promotion = "https://promo.example/a b?x=1&y=50%25#z"
    let url = try betable().trackURL(.redeem, promotion: promotion)
    #expect(
      url.absoluteString.hasSuffix(
        "&promotion=https%3A%2F%2Fpromo.example%2Fa%20b%3Fx%3D1%26y%3D50%2525%23z"))
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    #expect(items.last?.value == promotion)
    for bad in ["", "promo", "/promo", "https://", "javascript:alert(1)", "file:///etc/passwd"] {
      await #expect(throws: BetableError.self) {
        try await betable().redeemPromotion(bad, in: TestScreen())
      }
    }
  }

  @Test func `a path keeps its query, and no parameter is there twice`() throws {
    let betable = try betable()
    #expect(
      try betable.pageURL(path: "/ext/x").absoluteString == "https://web.example/ext/x?" + tail)
    #expect(
      try betable.pageURL(path: "/ext/x?a=1", linksBack: true).absoluteString
        == "https://web.example/ext/x?a=1&\(tail)&link_back_to_game=true")
    #expect(
      try betable.pageURL(path: "/x?sdk_version=1.0&client_id=game-1&b#part").absoluteString
        == "https://web.example/x?sdk_version=1.0&client_id=game-1&b&"
        + "session_id=\(ServedBetable.session)#part")
    #expect(try betable.pageURL(path: "/x?").absoluteString == "https://web.example/x?" + tail)
    #expect(
      try betable.pageURL(path: "/x", linksBack: true).absoluteString
        == "https://web.example/x?\(tail)&link_back_to_game=true")
  }

  @Test(arguments: [
    "//evil.example/x", "https://evil.example/x", "@evil.example", ".evil.example/x", "", "x",
    #"/\evil.example"#, "/x y", "/x\n", ":8080/",
  ])
  func `no path leads to another host`(path: String) throws {
    #expect(throws: BetableError.self) { try betable().pageURL(path: path) }
  }

  @Test func `a page is shown over the app, and its end is reported once, without any news`()
    async throws
  {
    let screen = TestScreen()
    let betable = try betable()
    let closed = TestGame()
    let onClose: BetableCancelHandler = { closed.add("closed") }
    try await betable.deposit(in: screen, onClose: onClose)
    screen.close()
    screen.close()
    #expect(closed.story == ["closed"])
    try await betable.withdraw(in: screen)
    try await betable.wallet(in: screen)
    try await betable.support(in: screen)
    try await betable.redeemPromotion("https://promo.example/", in: screen)
    try await betable.loadBetablePath("/ext/faq", in: screen)
    #expect(
      screen.pages.map(\.kind) == [.deposit, .withdraw, .wallet, .support, .redeem, .other])
    let track = "https://web.example/track?action="
    #expect(
      screen.pages.map(\.url.absoluteString) == [
        "\(track)deposit&\(tail)", "\(track)withdraw&\(tail)", "\(track)wallet&\(tail)",
        "\(track)support&\(tail)",
        "\(track)redeem&\(tail)&promotion=https%3A%2F%2Fpromo.example%2F",
        "https://web.example/ext/faq?\(tail)",
      ])
    #expect(screen.pages.allSatisfy { !$0.isPortraitOnly })
    let early = Betable(betable.settings)
    await #expect(throws: BetableError.notLaunched) { try await early.deposit(in: screen) }
  }

  @Test func `a presenter and its handlers are let go once a page has closed`() async throws {
    let betable = try betable()
    weak var screen: TestScreen?
    weak var game: TestGame?
    do {
      let shown = TestScreen(closesAtOnce: true)
      let handler = TestGame()
      (screen, game) = (shown, handler)
      try await betable.deposit(in: shown) { handler.add("closed") }
      #expect(handler.story == ["closed"])
    }
    #expect(screen == nil && game == nil)
  }

  @Test func `an operator's game is found by its manifest, and its page is told no client`()
    async throws
  {
    let served = try ServedBetable { request in
      request.path.hasPrefix("/1.0/application_manifests/")
        ? .json(#"{"url": "/ext/play/ducks?x=1", "name": "Ducks"}"#) : nil
    }
    let betable = served.client()
    let screen = TestScreen()
    try await betable.openGame("ducks & co", currency: "GBP", in: screen)
    try await betable.openGame("ducks", currency: nil, in: screen)
    #expect(
      served.asked == [
        "GET /1.0/application_manifests/slug/ducks%20%26%20co/play"
          + "?type=mobile&sdk=true&economy=sandbox&currency=GBP&access_token=T",
        "GET /1.0/application_manifests/slug/ducks/play"
          + "?type=mobile&sdk=true&unbacked=true&access_token=T",
      ])
    let page = try #require(screen.pages.first)
    #expect(page.kind == .game && !page.isPortraitOnly)
    #expect(
      page.url.absoluteString == served.server.url.absoluteString
        + "/ext/play/ducks?x=1&session_id=\(ServedBetable.session)&link_back_to_game=true")
  }

  @Test(arguments: ["//evil.example/", "https://evil.example/", "evil", ""])
  func `a manifest that leads elsewhere is refused`(path: String) async throws {
    let served = try ServedBetable { _ in .json(#"{"url": "\#(path)"}"#) }
    await #expect(throws: BetableError.self) {
      try await served.client().game(slug: "x", currency: "GBP")
    }
  }

  @Test func `where a page goes says what it means`() throws {
    let redirect = try RedirectURI("betable+acme+slots://authorize")
    let cases: [(String, WebNavigation)] = [
      ("https://web.example/x", .load), ("betable+acme+slots://authorize?code=1", .authorized),
      ("BETABLE+ACME+SLOTS://AUTHORIZE?code=1", .authorized),
      ("betable+acme+slots://authorize?action=close", .close),
      ("betable+acme+slots://authorize?error=x&error_description=user_close", .close),
      ("betable-ios://close?action=close", .close), ("evil+app://authorize?code=1", .refused),
      ("javascript:alert(1)", .refused), ("file:///etc/passwd", .refused),
    ]
    for (text, expected) in cases {
      let url = try #require(URL(string: text))
      #expect(WebNavigation.of(url, redirectURI: redirect) == expected, "\(text)")
    }
  }

  @Test(arguments: [
    "", "authorize", "https://authorize", "http://authorize", "javascript://authorize",
    "betable+a+b://other", "betable+a+b:authorize", "betable+a+b://u@authorize",
    "betable+a+b://authorize?x=1",
  ])
  func `a redirect URI is the game's own scheme and the host authorize`(text: String) {
    let error = #expect(throws: BetableError.self) { try RedirectURI(text) }
    #expect(error?.description.hasPrefix("redirect URI: found ") == true)
  }

  @Test func `the suggested redirect URI is built of company and game`() throws {
    let uri = try RedirectURI(company: "acme", game: "slots")
    #expect(uri.text == "betable+acme+slots://authorize")
    #expect(throws: BetableError.self) { try RedirectURI(company: "a b", game: "slots") }
  }

  @Test func `hosts are https or this machine, and none is a developer's`() throws {
    var settings = ServedBetable.settings(try #require(URL(string: "https://x.example")))
    let standard = BetableServiceSettings(
      clientID: "c", clientSecret: Secret("s"), redirectURI: settings.redirectURI)
    #expect(standard.apiURL.absoluteString == "https://api.betable.com/1.0")
    #expect(standard.webURL.absoluteString == "https://prospecthallcasino.com")
    #expect(standard.authorizeURL.absoluteString == "https://betable.com/authorize")
    #expect(standard.environment == .sandbox && standard.deviceIdentifier == nil)
    try settings.use(baseURL: "http://127.0.0.1:8080/")
    #expect(settings.apiURL.absoluteString == "http://127.0.0.1:8080/1.0")
    #expect(settings.authorizeURL.absoluteString == "http://127.0.0.1:8080/authorize")
    #expect(throws: BetableError.self) { try settings.use(baseURL: "http://x.example") }
    let api = try #require(URL(string: "https://test.example/1.0"))
    settings.apply(TestingProfile(apiURL: api))
    #expect(settings.apiURL == api && settings.webURL.absoluteString == "http://127.0.0.1:8080")
  }

  @Test func `a testing profile changes the hosts that it names, and no others`() throws {
    var settings = ServedBetable.settings(try #require(URL(string: "https://x.example")))
    let pages = try #require(URL(string: "https://pages.example"))
    let login = try #require(URL(string: "https://login.example/authorize"))
    settings.apply(TestingProfile())
    #expect(settings.apiURL.absoluteString == "https://x.example/1.0")
    #expect(settings.webURL.absoluteString == "https://x.example")
    #expect(settings.authorizeURL.absoluteString == "https://x.example/authorize")
    settings.apply(TestingProfile(webURL: pages, authorizeURL: login))
    #expect(settings.apiURL.absoluteString == "https://x.example/1.0")
    #expect(settings.webURL == pages && settings.authorizeURL == login)
    for (kind, host) in [
      (AuthorizePage.Kind.precache, "pages.example"), (.classic, "login.example"),
    ] {
      settings.authorizePage = kind
      let betable = Betable(settings)
      betable.launch()
      #expect(try betable.beginAuthorization().url.host() == host)
      #expect(try betable.trackURL(.wallet).host() == "pages.example")
      #expect(betable.getTokenURL() == "https://x.example/1.0/token")
    }
  }

  @Test func `an installation is reported only where the app does so`() throws {
    var install = InstallAttribution(
      appToken: Secret("t"), userAgent: "Slots 1/x", sessionCount: 2, createdAt: 0)
    let call = install.call(at: 1_000_000)
    #expect(call.method == .post && call.path == "/adjust/startup")
    #expect(
      String(decoding: try #require(call.body), as: UTF8.self)
        == "app_token=t&user_agent=Slots%201%2Fx&client_sdk=betable&session_count=2"
        + "&created_at=1970-01-01T00%3A00%3A00Z&sent_at=1970-01-01T00%3A00%3A01Z")
    #expect(call.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(!call.isIdempotent)
    install.deviceIdentifier = "d 1"
    let named = String(decoding: try #require(install.call(at: 0).body), as: UTF8.self)
    #expect(named.contains("&client_sdk=betable&device_identifier=d%201&session_count=2&"))
  }
}
