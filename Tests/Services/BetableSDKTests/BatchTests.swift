import APICore
import BetableSDK
import FeedContract
import Foundation
import TestSupport
import Testing

/// Batches: composed, sent once, and read request by request.
struct BatchTests {
  private let data: JSONValue = ["wager": "0.10", "currency": "GBP", "economy": "sandbox"]

  /// Returns an answer's item, its body JSON within a text.
  private static func item(_ body: String, status: Int? = 200, name: String? = nil) -> JSONValue {
    var members: [String: JSONValue] = ["body": .string(body)]
    if let status { members["status"] = .number(JSONNumber(Int64(status))) }
    if let name { members["name"] = .string(name) }
    return .object(members)
  }

  private static func answer(_ items: [JSONValue]) -> ScriptedAnswer {
    .json(JSONValue.object(["responses": .array(items)]).json)
  }

  @Test func `a request leaves out what is empty`() throws {
    let served = try ServedBetable()
    let batch = BetableBatchRequest(betable: served.client())
    let bare = batch.createRequest(withPath: "/account", method: "GET")
    #expect(bare.json == ["url": "/account", "method": "GET"])
    let full = batch.createRequest(
      withPath: "/games/g/bet", method: "POST", name: "n", dependencies: ["m"], data: data)
    #expect(
      full.json == [
        "url": "/games/g/bet", "method": "POST", "name": "n", "depends_on": ["m"], "body": data,
      ])
    #expect(batch.requests == [])
    batch.addRequest(full)
    batch.addRequest(bare)
    #expect(batch.requests == [full, bare])
  }

  @Test func `the convenient ways add and return the right requests`() throws {
    let batch = BetableBatchRequest(betable: try ServedBetable().client())
    let added = [
      batch.bet(forGame: "g/1", withData: data, withName: "a"),
      batch.unbackedBet(forGame: "g", withData: data, withName: "b"),
      batch.creditBet(forGame: "g", creditGame: "c", withData: data, withName: "c"),
      batch.unbackedCreditBet(forGame: "g", creditGame: "c", withData: data),
      batch.userWallet(withName: "w"), batch.userAccount(),
    ]
    #expect(batch.requests == added)
    #expect(
      added.map(\.path) == [
        "/games/g%2F1/bet", "/games/g/unbacked-bet", "/games/g/c/bet", "/games/g/c/unbacked-bet",
        "/account/wallet", "/account",
      ])
    #expect(added.map(\.method) == ["POST", "POST", "POST", "POST", "GET", "GET"])
    #expect(added.map(\.name) == ["a", "b", "c", nil, "w", nil])
    #expect(added.map(\.data) == [data, data, data, data, nil, nil])
  }

  @Test func `a batch is one request, its bodies are read again, and each bet is written down`()
    async throws
  {
    let served = try ServedBetable { _ in
      Self.answer([
        Self.item(ServedBetable.win, name: "bet"),
        Self.item(#"{"error": "insufficient_funds"}"#, status: 402),
        Self.item(ServedBetable.wallet, name: "wallet"),
      ])
    }
    let betable = served.client()
    let batch = BetableBatchRequest(betable: betable)
    batch.bet(forGame: "g", withData: data, withName: "bet")
    batch.creditBet(forGame: "g", creditGame: "c", withData: data)
    batch.addRequest(
      batch.createRequest(
        withPath: "/account/wallet", method: "GET", name: "wallet", dependencies: ["bet"]))
    let response = try await batch.run()
    #expect(served.asked == ["POST /1.0/batch?access_token=T"])
    let request = try #require(served.server.requests.first)
    #expect(request.json?["requests"] == .array(batch.requests.map(\.json)))
    #expect(request.header("Idempotency-Key") == response.batchID)
    #expect(response["bet"]?.body?["payout"] == "0.25")
    #expect(response["wallet"]?.body?["real"]?["balance"] == "12.34")
    guard case .failure(.insufficientFunds(let refusal)) = response.items[1].result else {
      return #expect(Bool(false), "\(response.items[1])")
    }
    #expect(refusal.status == 402)
    let id = response.batchID
    #expect(response.items.map(\.betKey) == ["\(id):0", "\(id):1", nil])
    #expect(
      served.journal.story == [
        "sent \(id):0", "sent \(id):1", "ok \(id):0", "rejected \(id):1",
      ])
    for event in served.journal.events {
      if case .sent(let sent) = event { #expect(sent.batchID == id) }
    }
  }

  @Test(arguments: [
    Self.item("not json"), Self.item("{}"), Self.item(#"{"error": "x"}"#, status: 500),
    Self.item("[]"), ["status": 200], Self.item(ServedBetable.win, name: "another"),
  ])
  func `a bet whose answer states nothing is indeterminate, the others are not`(item: JSONValue)
    async throws
  {
    let served = try ServedBetable { _ in
      Self.answer([Self.item(ServedBetable.win, status: nil), item])
    }
    let batch = BetableBatchRequest(betable: served.client())
    batch.bet(forGame: "g", withData: data)
    batch.bet(forGame: "g", withData: data, withName: "second")
    let response = try await batch.run()
    let id = response.batchID
    #expect(response.items[0].body != nil && response.indeterminateKeys == ["\(id):1"])
    guard case .failure(.indeterminate(let bets)) = response.items[1].result else {
      return #expect(Bool(false), "\(response.items[1])")
    }
    #expect(bets.keys == ["\(id):1"] && !bets.reason.isEmpty)
    #expect(served.journal.story.suffix(2) == ["ok \(id):0", "indeterminate \(id):1"])
  }

  @Test func `a body that is no JSON is an error of its request alone`() async throws {
    let served = try ServedBetable { _ in
      Self.answer([
        Self.item("<html>", name: "wallet"), Self.item(#"{"id": "u-1"}"#, name: "account"),
      ])
    }
    let batch = BetableBatchRequest(betable: served.client())
    batch.userWallet(withName: "wallet")
    batch.userAccount(withName: "account")
    let response = try await batch.run()
    guard case .failure(.unreadable(let reason))? = response["wallet"]?.result else {
      return #expect(Bool(false), "\(response.items)")
    }
    #expect(reason.hasPrefix("GET /account/wallet: the answer cannot be read: "), "\(reason)")
    #expect(response["account"]?.body?["id"] == "u-1")
    #expect(response.indeterminateKeys == [] && served.journal.events == [])
  }

  @Test func `of a batch that came short the answers with names count`() async throws {
    let served = try ServedBetable { _ in
      Self.answer([
        Self.item(ServedBetable.win, name: "c"), Self.item(ServedBetable.win, name: "a"),
        Self.item(ServedBetable.win, name: "a"),
      ])
    }
    let batch = BetableBatchRequest(betable: served.client())
    for name in ["a", "b", "c", "d"] { batch.bet(forGame: "g", withData: data, withName: name) }
    let response = try await batch.run()
    let id = response.batchID
    #expect(response["c"]?.body?["payout"] == "0.25")
    // Two answers have the name of the first bet.
    #expect(response.indeterminateKeys == ["\(id):0", "\(id):1", "\(id):3"])
    #expect(served.journal.story.contains("ok \(id):2"))
  }

  @Test func `answers with names are found by them, whatever their order`() async throws {
    let served = try ServedBetable { _ in
      Self.answer([
        Self.item(#"{"n": 2}"#, name: "b"), Self.item(#"{"n": 1}"#, name: "a"),
      ])
    }
    let batch = BetableBatchRequest(betable: served.client())
    batch.userAccount(withName: "a")
    batch.userWallet(withName: "b")
    let response = try await batch.run()
    #expect(response["a"]?.body?["n"] == 1 && response["b"]?.body?["n"] == 2)
  }

  @Test func `a missing answer is none of the others'`() async throws {
    let served = try ServedBetable { _ in Self.answer([Self.item(ServedBetable.win)]) }
    let batch = BetableBatchRequest(betable: served.client())
    batch.bet(forGame: "g", withData: data)
    batch.bet(forGame: "g", withData: data)
    let response = try await batch.run()
    #expect(response.indeterminateKeys.count == 2)
  }

  @Test(arguments: BetTests.silences)
  func `a batch without an answer that tells makes its bets indeterminate, and is one request`(
    name: String, answer: ScriptedAnswer
  ) async throws {
    let served = try ServedBetable { _ in answer }
    let betable = served.client { $0.limits.totalTime = .milliseconds(150) }
    let batch = BetableBatchRequest(betable: betable)
    batch.bet(forGame: "g", withData: data)
    batch.userWallet()
    batch.unbackedBet(forGame: "g", withData: data)
    // An object without the payout, for example, contains no answers to a batch.
    if let response = try? await batch.run() {
      #expect(response.indeterminateKeys.count == 2, "\(name)")
    }
    let keys = served.journal.story.filter { $0.hasPrefix("indeterminate") }
    #expect(keys.count == 2 && served.server.requests.count == 1, "\(name)")
    #expect(keys.allSatisfy { $0.hasSuffix(":0") || $0.hasSuffix(":2") })
  }

  @Test(arguments: [401, 402, 422])
  func `a batch that is refused refuses its bets`(status: Int) async throws {
    let served = try ServedBetable { _ in .json(#"{"error": "no"}"#, status: status) }
    let batch = BetableBatchRequest(betable: served.client())
    batch.bet(forGame: "g", withData: data)
    await #expect(throws: BetableError.self) { try await batch.run() }
    #expect(served.journal.story.last?.hasPrefix("rejected") == true)
  }

  @Test func `names and dependencies are checked before anything is sent`() async throws {
    func request(_ name: String?, _ dependencies: [String] = [], path: String = "/account")
      -> BatchRequest
    {
      BatchRequest(path: path, method: "GET", name: name, dependencies: dependencies)
    }
    let cases: [([BatchRequest], String)] = [
      ([], "batch: found no request; expected one or more"),
      ([request("a"), request("a")], "batch: found two requests named a; expected one"),
      (
        [request("a", ["b"])],
        "batch: found a dependency on b; expected the name of a request"
      ),
      (
        [request("a", ["b"]), request("b", ["c"]), request("c", ["a"]), request("d")],
        "batch: found dependencies in a circle (a, b, c); expected an order"
      ),
      ([request("a", ["a"])], "batch: found dependencies in a circle (a); expected an order"),
      (
        [request(nil, path: "https://evil.example/")],
        "batch: found the path https://evil.example/; expected one such as /account"
      ),
    ]
    let served = try ServedBetable()
    for (requests, text) in cases {
      await #expect(throws: BetableError.invalid(text)) {
        try await served.client().run(requests)
      }
    }
    #expect(served.asked == [])
    // A request may come before its dependencies: the service orders them.
    _ = try? await served.client().run([request("a", ["b"]), request("b")])
    #expect(served.asked.count == 1)
  }

  @Test func `a backed bet in a batch wants a session, others do not`() async throws {
    let served = try ServedBetable { _ in Self.answer([Self.item(ServedBetable.win)]) }
    let guest = served.client(ServedBetable.unbacked)
    let batch = BetableBatchRequest(betable: guest)
    batch.unbackedBet(forGame: "g", withData: data)
    _ = try await batch.run()
    batch.addRequest(BatchRequest(path: "/games/g/c/bet", method: "POST", data: data))
    await #expect(throws: BetableError.notAuthorized(needsSession: true)) {
      try await batch.run()
    }
    #expect(served.asked.count == 1)
  }
}
