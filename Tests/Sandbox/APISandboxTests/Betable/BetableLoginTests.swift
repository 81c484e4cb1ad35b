import APICore
import APISandbox
import Foundation
import Testing

struct BetableLoginTests {
  private func error(_ response: HTTPResponse) throws -> String? {
    try JSONValue(parsing: response.body)["error"]?.text
  }

  @Test(arguments: ["/authorize", "/ext/precache"])
  func `the page redirects with a code, the state and a session`(path: String) throws {
    let desk = try BetableDesk()
    let items = try desk.redirected(
      BetableDesk.authorizePage(["state": "a b&c=d", "player": "2"], path: path))
    #expect(items["state"] == "a b&c=d")
    #expect(items["code"]?.count == 32 && items["session_id"]?.count == 32)
    let other = try desk.redirected(BetableDesk.authorizePage(path: path))
    #expect(other["code"] != items["code"] && other["session_id"] != items["session_id"])
  }

  @Test(arguments: [
    ("client_id", "somebody"), ("redirect_uri", "https://evil.example/authorize"),
    ("redirect_uri", BetableDesk.redirect + ".evil"), ("redirect_uri", ""), ("player", "99"),
    ("player", "x"),
  ])
  func `a page that no one registered for redirects nowhere`(name: String, value: String) throws {
    let response = try BetableDesk().send(.get, BetableDesk.authorizePage([name: value]))
    #expect(response.status == 400)
    #expect(response.headers["Location"] == nil)
  }

  @Test func `a page can be told to refuse, to close and to forge`() throws {
    let desk = try BetableDesk()
    let page = BetableDesk.authorizePage()
    let order = "/sandbox/betable/page?next=deny,close,forged,stateless,elsewhere"
    #expect(try desk.send(.post, order).status == 200)
    #expect(try desk.redirected(page) == ["error": "access_denied", "state": "s-1"])
    #expect(
      try desk.redirected(page)
        == ["error": "access_denied", "error_description": "user_close", "state": "s-1"])
    #expect(try desk.redirected(page)["state"] == "forged")
    let stateless = try desk.redirected(page)
    #expect(stateless["state"] == nil && stateless["code"] != nil)
    #expect(try desk.send(.get, page).headers["Location"]?.hasPrefix("evil+elsewhere://") == true)
    #expect(try desk.redirected(page)["state"] == "s-1")
    #expect(try desk.send(.post, "/sandbox/betable/page?next=x").status == 400)
    let wrong = try desk.redirected(BetableDesk.authorizePage(["response_type": "token"]))
    #expect(wrong == ["error": "unsupported_response_type", "state": "s-1"])
  }

  @Test func `a code is good once, and its second use ends the token of the first`() throws {
    let desk = try BetableDesk()
    let items = try desk.redirected(BetableDesk.authorizePage())
    let (code, session) = (try #require(items["code"]), try #require(items["session_id"]))
    let answer = try desk.token(BetableDesk.exchange(code, session: session))
    #expect(answer.status == 200)
    let json = try JSONValue(parsing: answer.body)
    #expect(json["session_id"]?.text == session)
    let token = try #require(json["access_token"]?.text)
    #expect(try desk.json(.get, "/account", token)["first_name"] == "Charles")
    let again = try desk.token(BetableDesk.exchange(code))
    #expect(again.status == 400)
    #expect(try error(again) == "invalid_grant")
    #expect(try desk.send(.get, "/1.0/account?access_token=\(token)").status == 401)
  }

  @Test func `a code wants its client, its redirect, its session and its time`() throws {
    let desk = try BetableDesk { $0.redirectURIs.append("betable+other+game://authorize") }
    let items = try desk.redirected(BetableDesk.authorizePage())
    let code = try #require(items["code"])
    let right = BetableDesk.exchange(code)
    let wrong = try desk.token(right, pair: "\(BetableSettings.standardClientID):wrong")
    #expect(wrong.status == 401 && wrong.headers["WWW-Authenticate"] != nil)
    #expect(try error(wrong) == "invalid_client")
    #expect(try desk.send(.post, "/1.0/token", body: "x").status == 401)
    for (name, value) in [
      ("redirect_uri", "betable+other+game://authorize"), ("session_id", "another"),
      ("code", "nobody's"), ("grant_type", "password"), ("redirect_uri", "x://authorize"),
    ] {
      let response = try desk.token(right.merging([name: value]) { $1 })
      #expect(response.status == 400, "\(name)")
    }
    try desk.go(to: "2026-01-01T12:10:00Z")
    #expect(try error(try desk.token(right)) == "invalid_grant")
    try desk.go(to: "2026-01-01T12:09:59Z")
    #expect(try desk.token(right).status == 200)
  }

  @Test func `an unbacked token is good for unbacked bets alone`() throws {
    let desk = try BetableDesk()
    let token = try desk.unbackedToken("Zoë & co")
    let slots = #"{"paylines": [[1, 1, 1]], "wager": "0.10"}"#
    let answer = try desk.json(.post, "/games/lucky-sevens/unbacked-bet", token, slots)
    #expect(answer["currency"] == nil && answer["payout"] != nil)
    for (method, path) in [
      (HTTPMethod.post, "/games/lucky-sevens/bet"), (.get, "/account"), (.get, "/account/wallet"),
    ] {
      let refusal = try desk.json(method, path, token, slots, status: 403)
      #expect(refusal["error"] == "unbacked_token")
    }
    #expect(try desk.truth(.bets).map { $0["client_user_id"] } == ["Zoë & co"])
    #expect(try desk.truth(.ledger).allSatisfy { $0["kind"] == "deposit" })
    let form = ["grant_type": "client_credentials", "redirect_uri": BetableDesk.redirect]
    #expect(try desk.token(form).status == 400)
  }

  @Test(arguments: ["", "?access_token=", "?access_token=nobodys"])
  func `without a token that was given nothing is reported`(query: String) throws {
    let desk = try BetableDesk()
    for path in ["/1.0/account", "/1.0/account/bets", "/1.0/nothing"] {
      let response = try desk.send(.get, path + query)
      #expect(response.status == 401)
      #expect(try error(response) == "invalid_token")
    }
    #expect(try desk.send(.get, "/1.0/can-i-gamble").status == 200)
  }

  @Test func `the log holds no token, session or code`() throws {
    let desk = try BetableDesk()
    let url = try #require(
      URL(string: "http://127.0.0.1/1.0/sessions/alive?session_id=abc&access_token=def&x=1"))
    #expect(
      desk.service.loggedTarget(HTTPRequest(.get, url))
        == "/1.0/sessions/alive?session_id=***&access_token=***&x=1")
  }
}
