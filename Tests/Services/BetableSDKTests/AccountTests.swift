import APICore
import BetableSDK
import FeedContract
import Foundation
import Testing

/// Account, wallet and statement.
struct AccountTests {
  @Test func `the account is read, and kept whole`() async throws {
    let served = try ServedBetable()
    let account = try await served.client().userAccount()
    #expect(served.asked == ["GET /1.0/account?access_token=T"])
    #expect(account.id == ServedBetable.userID && account.firstName == "Ann")
    #expect(account.lastName == "O'Neil" && account.response["x"]?[0] == 1)
  }

  @Test func `the wallet has real and sandbox money, each by itself, and goes to the journal`()
    async throws
  {
    let served = try ServedBetable()
    let wallet = try await served.client().userWallet(creditsOf: ["gold", "s,x"])
    #expect(served.asked == ["GET /1.0/account/wallet?games=gold%2Cs%2Cx&access_token=T"])
    #expect(wallet.real?.balance == BetAmount("12.34") && wallet.real?.currency == "GBP")
    #expect(wallet.sandbox?.balance == BetAmount("1000.00") && wallet.sandbox?.currency == "GBP")
    #expect(wallet.response["real"]?["balance"] == "12.34")
    #expect(wallet.response["sandbox"]?["economy"] == "sandbox")
    #expect(wallet.real?.credits == ["gold": BetAmount(units: 3, places: 0)])
    #expect(served.journal.story == ["wallet real 12.34", "wallet sandbox 1000.00"])
    guard case .wallet(let event) = served.journal.events[0] else { return }
    #expect(event.credits == ["gold": "3"] && !event.subjectKey.contains(ServedBetable.userID))
  }

  @Test(arguments: [
    "{}", "[]", #"{"real": {"balance": "1.5.0", "currency": "GBP"}}"#,
    #"{"real": {"balance": "1.50"}}"#, #"{"real": {"balance": null, "currency": "GBP"}}"#, "x",
  ])
  func `a wallet that cannot be read says where`(body: String) async throws {
    let served = try ServedBetable { _ in .json(body) }
    let error = await #expect(throws: BetableError.self) {
      try await served.client().userWallet()
    }
    guard case .unreadable(let text) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(text.hasPrefix("GET /account/wallet") && text.contains("expected"))
  }

  private static func bet(_ id: Int) -> String {
    """
    {"id": \(id), "reference": "k\(id)", "game_id": "g", "kind": "backed", "economy": "real",
     "currency": "GBP", "wager": "0.10", "payout": "0.25",
     "outcomes": [{"outcome": "win", "payout": "0.25", "symbols": ["a", "b"]}],
     "created_at": "2026-01-01T00:00:00.000001Z"}
    """
  }

  @Test func `the statement is read part by part, and settles what was indeterminate`()
    async throws
  {
    let served = try ServedBetable { request in
      let after = Int(request.query["after"] ?? "") ?? 0
      let ids = Array((after + 1)...(after + 2)).filter { $0 <= 5 }
      return .json(
        #"{"bets": [\#(ids.map(Self.bet).joined(separator: ","))], "last_id": \#(ids.last ?? after)}"#
      )
    }
    let betable = served.client()
    var found: [StatedBet] = []
    #expect(try await betable.eachStatement { found += $0 })
    #expect(found.map(\.id) == [1, 2, 3, 4, 5])
    #expect(
      served.asked
        == [0, 2, 4, 5].map {
          "GET /1.0/account/bets?after=\($0)&limit=500&access_token=T"
        })
    #expect(found[0].createdAt?.micros == 1_767_225_600_000_001)
    #expect(
      found[0].settlement(at: 7)
        == .answered(
          BetEvent.Answered(
            at: 7, betKey: "k1", result: .ok, payout: "0.25",
            outcomes: [BetOutcome(line: 0, outcome: "win", payout: "0.25", symbols: "a b")])))
  }

  @Test func `a bet of a kind that nobody knows is left out and told, for money is settled by it`()
    async throws
  {
    let served = try ServedBetable { _ in
      .json(#"{"bets": [\#(Self.bet(1)), \#(Self.bet(2).replacing("backed", with: "lucky"))]}"#)
    }
    let part = try #require(try await served.client().statement())
    #expect(part.bets.map(\.id) == [1] && part.lastID == 1)
    let told = served.rejected.withLock { $0 }
    #expect(told.count == 1 && told.first?.index == 1 && told.first?.path == "kind")
    #expect(served.log.lines.contains { $0.hasPrefix("warning left out: GET /account/bets") })
  }

  @Test func `before the launch every call is refused, and nothing is sent or shown`() async throws
  {
    let served = try ServedBetable()
    let early = served.client(launched: false)
    let screen = TestScreen()
    let batch = BetableBatchRequest(betable: early)
    batch.userAccount()
    let url = try #require(URL(string: "betable+acme+slots://authorize?code=c&state=s"))
    let calls: [() async throws -> Void] = [
      { _ = try await early.bet(forGame: "g", withData: ["wager": "1"]) },
      { _ = try await early.unbackedBet(forGame: "g", withData: ["wager": "1"]) },
      { _ = try await early.creditBet(forGame: "g", creditGame: "c", withData: ["wager": "1"]) },
      {
        _ = try await early.unbackedCreditBet(
          forGame: "g", creditGame: "c", withData: ["wager": "1"])
      },
      { _ = try await batch.run() }, { _ = try await early.userAccount() },
      { _ = try await early.userWallet() }, { _ = try await early.statement() },
      { _ = try await early.heartbeat() }, { _ = try await early.keepAlive() },
      { _ = try await early.unbackedToken("u") },
      { _ = try await early.token(code: Secret("code-0815"), sessionID: nil) },
      { try await early.checkCredentials(TestGame(screen)) },
      { _ = try early.beginAuthorization() }, { _ = try early.precachedPage() },
      { try await early.handleAuthorizeURL(url) }, { try await early.deposit(in: screen) },
      { try await early.withdraw(in: screen) }, { try await early.wallet(in: screen) },
      { try await early.redeemPromotion("https://promo.example/", in: screen) },
      { try await early.support(in: screen) },
      { try await early.loadBetablePath("/x", in: screen) },
      { try await early.openGame("x", currency: nil, in: screen) },
    ]
    for call in calls { await #expect(throws: BetableError.notLaunched) { try await call() } }
    #expect(served.asked == [] && screen.pages == [] && served.store.load() == StoredLogin())
    early.launch()
    early.launch(withOptions: ["again": true])
    #expect(early.isLaunched)
    _ = try await early.userAccount()
  }

  @Test func `a service without statements is no failure`() async throws {
    let served = try ServedBetable { _ in .json(#"{"error": "not_found"}"#, status: 404) }
    #expect(try await served.client().statement() == nil)
    #expect(try await served.client().eachStatement { _ in } == false)
    let without = served.client { $0.statementPath = nil }
    let before = served.asked.count
    #expect(try await without.statement() == nil && served.asked.count == before)
    let failing = try ServedBetable { _ in .json("{}", status: 403) }
    await #expect(throws: BetableError.self) { try await failing.client().statement() }
  }

  @Test func `calls that change nothing are tried again, and by a newer login`() async throws {
    let served = try ServedBetable { request in
      switch request.index {
      case 0: .json("busy", status: 503)
      case 1: .json("{}", status: 401)
      default: nil
      }
    }
    served.store.save(
      StoredLogin(
        credentials: BetableCredentials(
          accessToken: Secret("newer-token-0815"), sessionID: Secret("newer-session"))))
    let betable = served.client()
    _ = try await betable.userAccount()
    #expect(
      served.server.requests.map { $0.query["access_token"] } == [
        ServedBetable.token, ServedBetable.token, "newer-token-0815",
      ])
    #expect(betable.credentials?.accessToken.exposed == "newer-token-0815")
  }

  @Test func `a redirect to another host is refused`() async throws {
    let other = try ScriptedServer([.json(#"{"id": "1"}"#)])
    let target = other.otherURL.absoluteString + "/elsewhere"
    let served = try ServedBetable { _ in
      .json("", status: 302, headers: [("Location", target)])
    }
    let error = await #expect(throws: BetableError.self) {
      try await served.client().userAccount()
    }
    guard case .transport = error else {
      Issue.record("found \(String(describing: error)); expected no answer")
      return
    }
    #expect(other.requests.isEmpty)
  }
}
