import APICore
import APISandbox
import Foundation
import Testing

struct BetableBatchTests {
  private static let wheel =
    #"{"currency":"GBP","economy":"real","wagers":[{"bet":"odd","wager":"1.00"}]}"#

  /// Returns the items' status and the JSON within their bodies.
  private func run(
    _ desk: BetableDesk, _ token: String, _ requests: [String], key: String? = nil
  ) throws -> [(status: String?, name: String?, body: JSONValue)] {
    let answer = try desk.json(
      .post, "/batch", token, #"{"requests":[\#(requests.joined(separator: ","))]}"#, key: key)
    guard case .array(let responses)? = answer["responses"] else { return [] }
    return try responses.map { response in
      guard case .string(let body)? = response["body"] else {
        Issue.record("body: expected a text")
        return (nil, nil, .null)
      }
      return (
        response["status"]?.text, response["name"]?.text, try JSONValue(parsing: Data(body.utf8))
      )
    }
  }

  @Test func `each item is answered on its own, in the order of the requests`() throws {
    let desk = try BetableDesk()
    let token = try desk.logIn().token
    let text = JSONValue.string(Self.wheel).json
    let answers = try run(
      desk, token,
      [
        #"{"url":"/games/wheel/bet","method":"POST","body":\#(Self.wheel),"name":"spin"}"#,
        #"{"url":"/games/nothing/bet","method":"POST","body":{}}"#,
        #"{"url":"/games/wheel/bet","method":"post","body":\#(text)}"#,
        #"{"url":"/account/wallet?games=bonus-spins","method":"GET"}"#,
        #"{"url":"/batch","method":"POST","body":{}}"#, #"{"url":"/token","method":"POST"}"#,
      ], key: "b-1")
    #expect(answers.map(\.status) == ["200", "404", "200", "200", "400", "404"])
    #expect(answers.map(\.name) == ["spin", nil, nil, nil, nil, nil])
    #expect(answers[1].body["error"] == "unknown_game")
    #expect(answers[3].body["real"]?["credits"] == ["bonus-spins": "0.00"])
    #expect(try desk.truth(.bets).map { $0["reference"] } == ["b-1:0", "b-1:2"])
    try desk.expectBalancedLedger()
  }

  @Test func `an item waits for those it depends on, and falls with them`() throws {
    let desk = try BetableDesk { $0.deposit = 100 }
    let token = try desk.logIn().token
    func item(_ url: String, _ body: String, _ name: String, _ needs: [String]) -> String {
      let names = needs.map { "\"\($0)\"" }.joined(separator: ",")
      return
        #"{"url":"\#(url)","method":"POST","body":\#(body),"name":"\#(name)","depends_on":[\#(names)]}"#
    }
    let bet = "/games/wheel/bet"
    let dear = Self.wheel.replacing("1.00", with: "99.00")
    let answers = try run(
      desk, token,
      [
        item(bet, Self.wheel, "last", ["first"]), item(bet, dear, "first", []),
        item("/games/wheel/unbacked-bet", Self.wheel, "other", []),
        item(bet, Self.wheel, "end", ["last", "other"]), item(bet, Self.wheel, "free", ["other"]),
      ])
    #expect(answers.map(\.status) == ["424", "402", "200", "424", "200"])
    #expect(answers[0].body["error"] == "dependency_failed")
    #expect(answers[1].body["error"] == "insufficient_funds")
    #expect(try desk.truth(.bets).map { $0["kind"] } == ["unbacked", "backed"])
  }

  @Test(arguments: [
    #"[]"#, #"[{"method":"GET"}]"#, #"[{"url":"account"}]"#, #"[1]"#, #"null"#,
    #"[{"url":"/account","method":"BURN"}]"#,
    #"[{"url":"/account","name":"a","depends_on":["b"]}]"#,
    #"[{"url":"/account","name":"a"},{"url":"/account","name":"a"}]"#,
    #"[{"url":"/account","name":"a","depends_on":["b"]},{"url":"/account","name":"b","depends_on":["a"]}]"#,
  ])
  func `a batch that makes no sense is refused as a whole`(requests: String) throws {
    let desk = try BetableDesk()
    let refusal = try desk.json(
      .post, "/batch", try desk.logIn().token, #"{"requests":\#(requests)}"#, status: 400)
    #expect(refusal["error"] == "invalid_batch")
  }
}
