import APICore
import APISandbox
import Foundation
import Testing

struct BetableBetTests {
  private static func slots(
    _ wager: String, _ paylines: String = "[[1,1,1]]", economy: String = "sandbox"
  ) -> String {
    #"{"currency":"GBP","economy":"\#(economy)","paylines":\#(paylines),"wager":"\#(wager)"}"#
  }

  private static let bet = "/games/lucky-sevens/bet"

  @Test func `a bet states what the reels showed, and pays by the table`() throws {
    let desk = try BetableDesk()
    let (token, _) = try desk.logIn()
    let table = Dictionary(
      grouping: try desk.truth(.payouts).filter { $0["game_id"] == "lucky-sevens" }
    ) { $0["name"] ?? "" }
    var wins = 0
    for _ in 0..<300 {
      let answer = try desk.json(
        .post, Self.bet, token, Self.slots("0.30", "[[0,0,0],[1,1,1],[0,1,2]]"))
      #expect(answer["currency"] == "GBP")
      var sum = 0
      for (line, rows) in [[0, 0, 0], [1, 1, 1], [0, 1, 2]].enumerated() {
        let outcome = try #require(answer["outcomes"]?[line])
        let symbols = (0..<3).map { answer["window"]?[rows[$0]]?[$0]?.text ?? "" }
        #expect((0..<3).map { outcome["symbols"]?[$0]?.text } == symbols)
        let run = symbols.prefix { $0 == symbols[0] }.count
        let pay = table[symbols[0]]?.first { $0["run"] == String(run) }
        let multiple = Int(pay?["multiple"] ?? "0") ?? 0
        let credits = Int(pay?["credit_multiple"] ?? "0") ?? 0
        let pence = multiple * 10
        #expect(outcome["payout"]?.text == "\(pence / 100).\(pence % 100 / 10)\(pence % 10)")
        #expect(outcome["outcome"]?.text == (multiple + credits > 0 ? "win" : "lose"))
        sum += pence
        wins += multiple > 0 ? 1 : 0
      }
      #expect(answer["payout"]?.text == "\(sum / 100).\(sum % 100 / 10)\(sum % 10)")
    }
    #expect(wins > 100)
    try desk.expectBalancedLedger()
    let account = try desk.json(.get, "/account", token)
    let balance = try #require(
      try desk.json(.get, "/account/wallet", token)["sandbox"]?["balance"]?.text)
    let wallet = try desk.truth(.wallets).first {
      $0["account_id"] == account["id"]?.text && $0["economy"] == "sandbox"
        && $0["credit_game_id"] == ""
    }
    #expect(wallet?["balance_minor"] == balance.replacing(".", with: ""))
  }

  @Test(arguments: [
    #"{"economy":"real","currency":"GBP","paylines":[[1,1,1]],"wager":0.1}"#,
    slots("0.001"), slots("0"), slots("-1"), slots("1e2"), slots("10000.01"), slots(""),
    slots("0.10", "[]"), slots("0.10", "[[1,1,1],[1,1,1],[1,1,1]]"), slots("0.10", "[[1,1]]"),
    slots("0.10", "[[1,1,3]]"), slots("0.10", "[1]"),
    slots("0.10", economy: "other"), #"{"paylines":[[1,1,1]],"wager":"0.10"}"#,
    #"{"economy":"real","currency":"EUR","paylines":[[1,1,1]],"wager":"0.10"}"#, "[]", "{", "",
  ])
  func `a bet that is wrong is refused, and nothing is written`(body: String) throws {
    let desk = try BetableDesk()
    let (token, _) = try desk.logIn()
    let refusal = try desk.json(.post, Self.bet, token, body, status: 400)
    #expect(refusal["error"]?.text?.hasPrefix("invalid_") == true)
    #expect(try desk.truth(.bets).isEmpty)
  }

  @Test func `a wager above the balance is refused as such`() throws {
    let desk = try BetableDesk { $0.deposit = 25 }
    let (token, _) = try desk.logIn()
    let refusal = try desk.json(
      .post, Self.bet, token, Self.slots("0.26", economy: "real"), status: 402)
    #expect(refusal["error"] == "insufficient_funds")
    #expect(refusal["description"] == "The wager is 0.26, and the balance 0.25.")
    #expect(try desk.truth(.bets).isEmpty)
    _ = try desk.json(.post, Self.bet, token, Self.slots("0.25", economy: "real"))
    try desk.expectBalancedLedger()
    let more = try desk.send(
      .post, "/sandbox/betable/deposit?player=1&economy=real&amount=10.5")
    #expect(more.status == 200)
    try desk.expectBalancedLedger()
  }

  @Test func `a bet that is sent twice counts twice, and each keeps its reference`() throws {
    let desk = try BetableDesk()
    let (token, _) = try desk.logIn()
    for _ in 0..<2 {
      _ = try desk.json(.post, Self.bet, token, Self.slots("0.10"), key: "k-1")
    }
    _ = try desk.json(.post, Self.bet, token, Self.slots("0.10"))
    #expect(try desk.truth(.bets).map { $0["reference"] } == ["k-1", "k-1", ""])
    #expect(try desk.truth(.ledger).count { $0["kind"] == "wager" } == 3)
  }

  @Test func `credits are won in one game and bet in the other`() throws {
    let desk = try BetableDesk()
    let (token, _) = try desk.logIn()
    let path = "/games/lucky-sevens/bonus-spins/bet"
    let broke = try desk.json(.post, path, token, Self.slots("1.00"), status: 402)
    #expect(broke["error"] == "insufficient_funds")
    var won = JSONValue.null
    for _ in 0..<2_000 where won == .null {
      won = try desk.json(.post, Self.bet, token, Self.slots("1.00"))["credits"] ?? .null
    }
    let credits = try #require(won["bonus-spins"]?.text)
    func wallet() throws -> JSONValue? {
      try desk.json(.get, "/account/wallet?games=bonus-spins,wheel", token)["sandbox"]
    }
    #expect(try wallet()?["credits"] == ["bonus-spins": .string(credits), "wheel": "0.00"])
    #expect(try desk.json(.get, "/account/wallet", token)["sandbox"]?["credits"] == nil)
    let before = try #require(try wallet()?["balance"]?.text)
    let answer = try desk.json(.post, path, token, Self.slots("1.00"))
    let left = try wallet()
    func pence(_ text: String?) throws -> Int {
      try #require(Int((text ?? "").replacing(".", with: "")))
    }
    #expect(try pence(left?["credits"]?["bonus-spins"]?.text) == pence(credits) - 100)
    #expect(try pence(left?["balance"]?.text) == pence(before) + pence(answer["payout"]?.text))
    let other = try desk.json(.post, "/games/wheel/bonus-spins/bet", token, "{}", status: 400)
    #expect(other["error"] == "invalid_credit_game")
    let unbacked = "/games/lucky-sevens/bonus-spins/unbacked-bet"
    _ = try desk.json(
      .post, unbacked, token, #"{"paylines":[[2,2,2]],"wager":"0.30"}"#)
    let last = try #require(try desk.truth(.bets).last)
    #expect(last["kind"] == "unbacked_credit" && last["economy"] == "" && last["currency"] == "")
    try desk.expectBalancedLedger()
  }

  @Test func `a wheel takes several wagers at a time`() throws {
    let desk = try BetableDesk()
    let (token, _) = try desk.logIn()
    let body = """
      {"currency":"GBP","economy":"real","wagers":[{"bet":"red","wager":"0.20"},\
      {"bet":"black","wager":"0.30"},{"bet":"7","wager":"0.01"}]}
      """
    for _ in 0..<50 {
      let answer = try desk.json(.post, "/games/wheel/bet", token, body)
      let number = try #require(answer["outcomes"]?[0]?["symbols"]?[0]?.text)
      let payouts = (0..<3).map { answer["outcomes"]?[$0]?["payout"]?.text }
      #expect(payouts[2] == (number == "7" ? "0.36" : "0.00"))
      #expect((payouts[0] == "0.40") != (payouts[1] == "0.60") || number == "0")
    }
    #expect(try desk.truth(.bets).allSatisfy { $0["wager_minor"] == "51" })
    let wrong = #"{"currency":"GBP","economy":"real","wagers":[{"bet":"37","wager":"0.20"}]}"#
    _ = try desk.json(.post, "/games/wheel/bet", token, wrong, status: 400)
    try desk.expectBalancedLedger()
  }

  @Test func `currencies have their own number of digits`() throws {
    let desk = try BetableDesk { settings in
      settings.players[0].currency = "JPY"
      settings.players[1].currency = "KWD"
    }
    func body(_ currency: String, _ wager: String) -> String {
      #"{"currency":"\#(currency)","economy":"real","paylines":[[1,1,1]],"wager":"\#(wager)"}"#
    }
    let yen = try desk.logIn(1).token
    #expect(try desk.json(.get, "/account/wallet", yen)["real"]?["balance"] == "100000")
    _ = try desk.json(.post, Self.bet, yen, body("JPY", "100"))
    _ = try desk.json(.post, Self.bet, yen, body("JPY", "100.5"), status: 400)
    let dinar = try desk.logIn(2).token
    #expect(try desk.json(.get, "/account/wallet", dinar)["real"]?["balance"] == "100.000")
    _ = try desk.json(.post, Self.bet, dinar, body("KWD", "0.125"))
    #expect(try desk.truth(.bets).map { $0["wager_minor"] } == ["100", "125"])
    try desk.expectBalancedLedger()
  }

  @Test(arguments: ["/games/nothing/bet", "/games/wheel", "/games/wheel/spin", "/games/a/b/c/bet"])
  func `an unknown game or call is a 404`(path: String) throws {
    let desk = try BetableDesk()
    _ = try desk.json(.post, path, try desk.logIn().token, "{}", status: 404)
  }
}
