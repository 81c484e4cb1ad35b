import APICore
import APISandbox
import Foundation
import Testing

struct BetableSessionTests {
  private static let bet =
    #"{"currency":"GBP","economy":"real","paylines":[[1,1,1]],"wager":"0.10"}"#

  private func beat(_ desk: BetableDesk, _ player: (token: String, session: String)) throws
    -> JSONValue
  {
    try desk.json(.get, "/sessions/alive?session_id=\(player.session)", player.token)
  }

  private func keepAlive(
    _ desk: BetableDesk, _ player: (token: String, session: String), _ more: String = ""
  ) throws -> JSONValue {
    try desk.json(
      .post, "/sessions/keep-alive", player.token, #"{"session_id":"\#(player.session)"\#(more)}"#)
  }

  private static func told(_ isAlive: Bool, _ milliseconds: Int64) -> JSONValue {
    [
      "alive": .bool(isAlive),
      "reality_check": [
        "enabled": true, "remaining_time": .number(JSONNumber(milliseconds)),
      ],
    ]
  }

  @Test func `a session ends half an hour behind its last keep-alive, and bets with it`() throws {
    let desk = try BetableDesk()
    let player = try desk.logIn()
    try desk.go(to: "2026-01-01T12:20:00Z")
    #expect(try beat(desk, player) == Self.told(true, 2_400_000))
    #expect(try keepAlive(desk, player) == Self.told(true, 2_400_000))
    try desk.go(to: "2026-01-01T12:49:59Z")
    #expect(try beat(desk, player)["alive"] == true)
    _ = try desk.json(.post, "/games/wheel/unbacked-bet", player.token, Self.wheel)
    _ = try desk.json(.post, "/games/lucky-sevens/bet", player.token, Self.bet)
    try desk.go(to: "2026-01-01T12:50:00Z")
    #expect(try beat(desk, player)["alive"] == false)
    let refusal = try desk.json(
      .post, "/games/lucky-sevens/bet", player.token, Self.bet, status: 401)
    #expect(refusal["error"] == "session_expired")
    #expect(try keepAlive(desk, player)["alive"] == false)
    // The account is still available, and unbacked bets need no session.
    #expect(try desk.json(.get, "/account", player.token)["id"] != nil)
    _ = try desk.json(.post, "/games/wheel/unbacked-bet", player.token, Self.wheel)
  }

  private static let wheel = #"{"wagers":[{"bet":"odd","wager":"1"}]}"#

  @Test func `a reality check stays due until it is answered`() throws {
    let desk = try BetableDesk { $0.sessionLifetime = .seconds(86_400) }
    let player = try desk.logIn()
    try desk.go(to: "2026-01-01T12:59:59.5Z")
    #expect(try beat(desk, player) == Self.told(true, 500))
    try desk.go(to: "2026-01-01T13:10:00Z")
    #expect(try beat(desk, player) == Self.told(true, 0))
    #expect(try keepAlive(desk, player) == Self.told(true, 0))
    let checked = #","keep_alive":true,"reality_checked":true"#
    #expect(try keepAlive(desk, player, checked) == Self.told(true, 3_600_000))
    try desk.go(to: "2026-01-01T14:00:00Z")
    #expect(try beat(desk, player) == Self.told(true, 600_000))
  }

  @Test func `without reality checks there is none to come`() throws {
    let desk = try BetableDesk { $0.realityCheckPeriod = nil }
    let answer = try beat(desk, try desk.logIn())
    #expect(answer == ["alive": true, "reality_check": ["enabled": false]])
  }

  @Test func `a session is its own player's`() throws {
    let desk = try BetableDesk()
    let (one, other) = (try desk.logIn(1), try desk.logIn(2))
    for session in [other.session, "nobodys", ""] {
      let path = "/sessions/alive?session_id=\(session)"
      let refusal = try desk.json(.get, path, one.token, status: 404)
      #expect(refusal["error"] == "unknown_session")
    }
    _ = try desk.json(.get, "/sessions/alive", one.token, status: 404)
    _ = try desk.json(
      .get, "/sessions/alive?session_id=\(one.session)", try desk.unbackedToken(), status: 404)
  }

  @Test func `sessions and tokens can be ended by a call`() throws {
    let desk = try BetableDesk()
    let player = try desk.logIn()
    #expect(try desk.send(.post, "/sandbox/betable/end?what=sessions").status == 200)
    #expect(try beat(desk, player)["alive"] == false)
    #expect(try beat(desk, try desk.logIn())["alive"] == true)
    #expect(try desk.send(.post, "/sandbox/betable/end?what=tokens").status == 200)
    #expect(try desk.send(.get, "/1.0/account?access_token=\(player.token)").status == 401)
    #expect(try desk.send(.post, "/sandbox/betable/end?what=all").status == 400)
  }
}
