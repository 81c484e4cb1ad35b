import APICore
import BetableSDK
import FeedContract
import Foundation
import TestSupport
import Testing

/// Bets: sent once, and their answers read.
struct BetTests {
  private let game = "ga/me 1"

  @Test func `a bet is the guide's request, with the token in the query and the body as it was`()
    async throws
  {
    let served = try ServedBetable()
    let betable = served.client()
    let result = try await betable.bet(forGame: game, withData: ServedBetable.bet, key: "key-1")
    let request = try #require(served.server.requests.first)
    #expect(served.asked == ["POST /1.0/games/ga%2Fme%201/bet?access_token=T"])
    #expect(request.json == ServedBetable.bet)
    #expect(String(decoding: request.body, as: UTF8.self).contains(#""wager":"0.10""#))
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Idempotency-Key") == "key-1")
    #expect(request.header("Authorization") == nil)
    #expect(result.payout.text == "0.25" && result.currency == "GBP" && result.key == "key-1")
    #expect(result.credits == ["gold": "2"])
    #expect(
      result.outcomes == [
        BetOutcome(line: 0, outcome: "win", payout: "0.20", symbols: "a b c"),
        BetOutcome(line: 1, outcome: "win", payout: "0.05", symbols: "x"),
      ])
    #expect(result.response["stops"]?[2] == 3)
  }

  @Test func `the four kinds have their paths, the authorized game before the credits' game`()
    async throws
  {
    let served = try ServedBetable()
    let betable = served.client()
    let data: JSONValue = ["wager": "1.00"]
    _ = try await betable.bet(forGame: "g", withData: data)
    _ = try await betable.unbackedBet(forGame: "g", withData: data)
    _ = try await betable.creditBet(forGame: "g", creditGame: "c", withData: data)
    _ = try await betable.unbackedCreditBet(forGame: "g", creditGame: "c", withData: data)
    #expect(
      served.asked == [
        "POST /1.0/games/g/bet?access_token=T", "POST /1.0/games/g/unbacked-bet?access_token=T",
        "POST /1.0/games/g/c/bet?access_token=T",
        "POST /1.0/games/g/c/unbacked-bet?access_token=T",
      ])
    #expect(
      served.records.withLock { $0.map(\.endpoint) } == [
        "/games/{game}/bet", "/games/{game}/unbacked-bet", "/games/{game}/{credit_game}/bet",
        "/games/{game}/{credit_game}/unbacked-bet",
      ])
    #expect(served.server.requests.allSatisfy { $0.json == data })
    let keys = served.server.requests.compactMap { $0.header("Idempotency-Key") }
    #expect(Set(keys).count == 4)
  }

  @Test func `a bet is written down before it leaves, and its end after`() async throws {
    let served = try ServedBetable()
    let betable = served.client()
    _ = try await betable.bet(forGame: game, withData: ServedBetable.bet, key: "k")
    guard case .sent(let sent) = served.journal.events.first,
      case .answered(let answered) = served.journal.events.last
    else { return #expect(Bool(false), "\(served.journal.story)") }
    #expect(sent.gameID == game && sent.kind == .backed && sent.economy == "sandbox")
    #expect(sent.currency == "GBP" && sent.wager == "0.10" && sent.lines == 2)
    #expect(sent.at == served.clock.now && !sent.subjectKey.contains(ServedBetable.userID))
    #expect(answered.result == .ok && answered.payout == "0.25" && answered.status == 200)
    #expect(answered.outcomes.count == 2 && answered.latency != nil)
  }

  @Test func `what cannot be written down is not sent`() async throws {
    let served = try ServedBetable()
    served.journal.fail()
    let error = await #expect(throws: BetableError.self) {
      try await served.client().bet(forGame: game, withData: ServedBetable.bet)
    }
    #expect(served.asked == [])
    #expect(
      error?.description == "journal: found no space left on device; expected a journal of bets "
        + "that can be written. The bet was not sent")
  }

  /// The failures of a server during a bet; the client's retries are on for other calls.
  static let silences: [(String, ScriptedAnswer)] = [
    ("timeout", ScriptedAnswer([.pause(.seconds(1)), .close])),
    ("closed", ScriptedAnswer([.close])), ("reset", ScriptedAnswer([.reset])),
    (
      "cut off",
      ScriptedAnswer([.send(ScriptedAnswer.head(200, [("Content-Length", "90")])), .close])
    ),
    ("503", .json(#"{"error": "busy"}"#, status: 503)),
    ("504", .json("gateway", status: 504)), ("408", .json("{}", status: 408)),
    ("not JSON", .json("<html>")), ("no payout", .json(#"{"outcomes": []}"#)),
    ("a number with an exponent", .json(#"{"payout": "1e3"}"#)),
    ("below nothing", .json(#"{"payout": "-5.00"}"#)),
    ("seven decimals", .json(#"{"payout": "0.1234567"}"#)),
    ("more than a store holds", .json(#"{"payout": "10000000000000.00"}"#)),
    ("another currency", .json(#"{"payout": "0.20", "currency": "USD"}"#)),
    ("another economy", .json(#"{"payout": "0.20", "economy": "real"}"#)),
    ("redirect", .json("", status: 307, headers: [("Location", "/elsewhere")])),
    ("see other", .json("", status: 303, headers: [("Location", "/elsewhere")])),
  ]

  @Test(arguments: silences)
  func `a bet without an answer that tells is indeterminate, named, and one request`(
    name: String, answer: ScriptedAnswer
  ) async throws {
    let served = try ServedBetable { _ in answer }
    let betable = served.client { $0.limits.totalTime = .milliseconds(150) }
    let error = await #expect(throws: BetableError.self) {
      try await betable.bet(forGame: game, withData: ServedBetable.bet, key: "k")
    }
    guard case .indeterminate(let bets) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(bets.keys == ["k"] && !bets.reason.isEmpty)
    #expect(served.server.requests.count == 1, "\(name)")
    #expect(served.journal.story == ["sent k", "indeterminate k"])
    #expect(error?.description.hasPrefix("bet k: the outcome is unknown: ") == true)
    #expect(served.clock.uptime == .zero)
  }

  @Test(arguments: ["0.1234567", "-1.00", "1e3", "10000000000000.00"])
  func `a stake that no store can hold is not sent`(stake: String) async throws {
    let served = try ServedBetable()
    let betable = served.client()
    for data: JSONValue in [
      ["currency": "GBP", "wager": .string(stake)],
      ["currency": "GBP", "wagers": [["bet": "red", "wager": .string(stake)]]],
    ] {
      let error = await #expect(throws: BetableError.self) {
        try await betable.bet(forGame: "g", withData: data, key: "k")
      }
      #expect(
        error?.description == "wager: found \(stake); expected an amount of at least 0 with at "
          + "most 6 decimals. Nothing was sent")
    }
    #expect(served.asked == [] && served.journal.events == [])
  }

  @Test func `a bet over a connection that has died is not sent over another one`() async throws {
    let served = try ServedBetable { request in
      request.index == 0 ? .json(ServedBetable.wallet) : ScriptedAnswer([.close])
    }
    let betable = served.client()
    _ = try await betable.userWallet()
    await #expect(throws: BetableError.self) {
      try await betable.bet(forGame: "g", withData: ServedBetable.bet, key: "k")
    }
    #expect(served.server.requests.map(\.method) == ["GET", "POST"])
    #expect(served.journal.story.last == "indeterminate k")
  }

  @Test func `a bet that a cancelled task sent is indeterminate`() async throws {
    let served = try ServedBetable { _ in ScriptedAnswer([.pause(.seconds(30)), .close]) }
    let betable = served.client()
    let task = Task { try await betable.bet(forGame: "g", withData: ServedBetable.bet, key: "k") }
    while served.server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    await #expect(throws: BetableError.self) { try await task.value }
    #expect(served.journal.story == ["sent k", "indeterminate k"])
  }

  @Test func `a bet that never left is refused for certain`() async throws {
    let served = try ServedBetable()
    let betable = served.client()
    served.server.stop()
    let error = await #expect(throws: BetableError.self) {
      try await betable.bet(forGame: "g", withData: ServedBetable.bet, key: "k")
    }
    guard case .transport = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(served.journal.story == ["sent k", "rejected k"])
  }

  @Test func `a balance that is too small is an error of its own, with the service's answer`()
    async throws
  {
    let body = #"{"error": "insufficient_funds", "description": "You have 0.05.", "details": 5}"#
    let served = try ServedBetable { _ in .json(body, status: 402) }
    let error = await #expect(throws: BetableError.self) {
      try await served.client().bet(forGame: "g", withData: ServedBetable.bet, key: "k")
    }
    guard case .insufficientFunds(let refusal) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(refusal.status == 402 && refusal.text == "You have 0.05." && refusal.details == 5)
    #expect(error?.statusCode == 402 && error?.responseBody == body)
    #expect(
      error?.description == "The balance is too small: insufficient_funds: You have 0.05. "
        + "(status 402 to POST /games/g/bet)")
    guard case .answered(let answered) = served.journal.events.last else { return }
    #expect(answered.result == .rejected && answered.error == "insufficient_funds")
    #expect(answered.status == 402 && answered.payout == nil)
  }

  @Test(arguments: [
    (400, "insufficient_funds", true), (409, "insufficient_funds", true),
    (402, "payment_required", false),
  ])
  func `that a balance is too small is known by the service's code, whatever the status`(
    status: Int, code: String, isTooSmall: Bool
  ) async throws {
    let served = try ServedBetable { _ in .json(#"{"error": "\#(code)"}"#, status: status) }
    let error = await #expect(throws: BetableError.self) {
      try await served.client().bet(forGame: "g", withData: ServedBetable.bet, key: "k")
    }
    switch error {
    case .insufficientFunds(let refusal): #expect(isTooSmall && refusal.status == status)
    case .refused(let refusal): #expect(!isTooSmall && refusal.code == code)
    default: Issue.record("\(String(describing: error))")
    }
    #expect(served.journal.story == ["sent k", "rejected k"])
  }

  @Test(arguments: [400, 401, 403, 404, 409, 422, 429])
  func `any other refusal is a failure, and one request`(status: Int) async throws {
    let served = try ServedBetable { _ in .json(#"{"error": "no"}"#, status: status) }
    let error = await #expect(throws: BetableError.self) {
      try await served.client().bet(forGame: "g", withData: ServedBetable.bet, key: "k")
    }
    guard case .refused(let refusal) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(refusal.status == status && refusal.code == "no" && served.asked.count == 1)
    #expect(served.journal.story == ["sent k", "rejected k"])
  }

  @Test func `a 401 is not repeated with the login that came meanwhile`() async throws {
    let served = try ServedBetable { _ in .json(#"{"error": "invalid_token"}"#, status: 401) }
    served.store.save(
      StoredLogin(
        credentials: BetableCredentials(
          accessToken: Secret("another-token-0815"), sessionID: Secret("another-session"))))
    await #expect(throws: BetableError.self) {
      try await served.client().bet(forGame: "g", withData: ServedBetable.bet)
    }
    #expect(served.asked.count == 1)
  }

  @Test func `before the launch, without a login or a session nothing is sent`() async throws {
    let served = try ServedBetable()
    let early = served.client(launched: false)
    await #expect(throws: BetableError.notLaunched) {
      try await early.bet(forGame: "g", withData: ServedBetable.bet)
    }
    await #expect(throws: BetableError.notLaunched) { try await early.userWallet() }
    await #expect(throws: BetableError.notLaunched) { try await early.unbackedToken("u") }
    await #expect(throws: BetableError.notLaunched) { try await early.heartbeat() }
    let stranger = served.client(nil)
    await #expect(throws: BetableError.notAuthorized(needsSession: true)) {
      try await stranger.bet(forGame: "g", withData: ServedBetable.bet)
    }
    await #expect(throws: BetableError.notAuthorized(needsSession: false)) {
      try await stranger.userAccount()
    }
    let guest = served.client(ServedBetable.unbacked)
    await #expect(throws: BetableError.notAuthorized(needsSession: true)) {
      try await guest.creditBet(forGame: "g", creditGame: "c", withData: ServedBetable.bet)
    }
    for data: JSONValue in ["text", [1], nil] {
      await #expect(throws: BetableError.self) {
        try await served.client().bet(forGame: "g", withData: data)
      }
    }
    await #expect(throws: BetableError.self) {
      try await served.client().bet(forGame: "", withData: ServedBetable.bet)
    }
    #expect(served.asked == [] && served.journal.events == [])
  }

  @Test func `an unbacked bet wants no session, and plays for no money`() async throws {
    let served = try ServedBetable()
    let guest = served.client(ServedBetable.unbacked)
    _ = try await guest.unbackedBet(forGame: "g", withData: ServedBetable.bet)
    guard case .sent(let sent) = served.journal.events.first else { return #expect(Bool(false)) }
    #expect(sent.kind == .unbacked && sent.economy == nil && sent.currency == nil)
    #expect(sent.wager == "0.10" && !guest.isWatching)
  }

  @Test func `a backed bet that was accepted keeps the session alive, whether that works or not`()
    async throws
  {
    for status in [200, 500] {
      let served = try ServedBetable { request in
        request.path == "/1.0/sessions/keep-alive" ? .json("{}", status: status) : nil
      }
      let betable = served.client {
        $0.keepsAliveAfterBets = true
        $0.retries = .never
      }
      _ = try await betable.bet(forGame: "g", withData: ServedBetable.bet)
      await betable.finishPendingWork()
      _ = try await betable.unbackedBet(forGame: "g", withData: ServedBetable.bet)
      await betable.finishPendingWork()
      #expect(
        served.asked == [
          "POST /1.0/games/g/bet?access_token=T", "POST /1.0/sessions/keep-alive?access_token=T",
          "POST /1.0/games/g/unbacked-bet?access_token=T",
        ])
      #expect(
        served.server.requests[1].json == ["session_id": .string(ServedBetable.session)])
    }
  }

  @Test func `a slots bet is built in the environment's economy`() throws {
    let amount = try #require(BetAmount("0.50"))
    for (environment, economy) in [
      (BetableEnvironmentSandbox, "sandbox"), (BetableEnvironmentProduction, "real"),
    ] {
      let betable = try Betable(
        clientID: "c", clientSecret: "s", redirectURI: "betable+a+b://authorize",
        environment: environment)
      #expect(
        betable.slotsBet(wager: amount, currency: "GBP", paylines: [[1, 1, 1]]) == [
          "currency": "GBP", "economy": .string(economy), "paylines": [[1, 1, 1]],
          "wager": "0.50",
        ])
    }
  }

  @Test func `wagers add up, and a sum that cannot be known is left out`() async throws {
    let served = try ServedBetable()
    let betable = served.client()
    for wagers: JSONValue in [
      [["bet": "red", "wager": "0.10"], ["bet": "7", "wager": "0.005"]],
      [["bet": "red", "stake": "much"]],
    ] {
      _ = try await betable.bet(
        forGame: "g", withData: ["wagers": wagers, "currency": "GBP", "economy": "real"])
    }
    let sent = served.journal.events.compactMap { event in
      if case .sent(let sent) = event { sent } else { nil }
    }
    #expect(sent.map(\.wager) == ["0.105", nil] && sent.map(\.lines) == [2, 1])
  }

  @Test func `an outcome that is no object is no line`() async throws {
    let answer = """
      {"payout": "0.10", "outcomes": [7, {"outcome": "win", "payout": "0.10"}, null]}
      """
    let served = try ServedBetable { $0.path.hasSuffix("/bet") ? .json(answer) : nil }
    let result = try await served.client().bet(forGame: "g", withData: ServedBetable.bet)
    #expect(result.outcomes == [BetOutcome(line: 0, outcome: "win", payout: "0.10")])
  }

  @Test(arguments: ["", ".", "..", String(repeating: "g", count: 201)])
  func `what is no game's id is refused, and nothing is sent`(id: String) async throws {
    let served = try ServedBetable()
    let betable = served.client()
    await #expect(throws: BetableError.self) {
      try await betable.bet(forGame: id, withData: ServedBetable.bet)
    }
    await #expect(throws: BetableError.self) {
      try await betable.creditBet(forGame: "g", creditGame: id, withData: ServedBetable.bet)
    }
    #expect(served.asked.isEmpty && served.journal.events.isEmpty)
  }
}
