import APICore
import APISandbox
import Foundation
import TestSupport
import Testing

struct ChatistStateTests {
  @Test func `the state of a file outlives the sandbox, and goes on by the same schedule`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("tickets.sqlite")
    let whole = try ChatistDesk.standing()
    for _ in 0..<4 { _ = try whole.open() }
    _ = try whole.form("/tickets", FormPart.order + [.file("a.png", Data([0, 1, 2]))])
    try whole.go(to: "2026-01-09T10:00:00Z")

    var desk = try ChatistDesk.standing { $0.stateFile = file }
    for _ in 0..<4 { _ = try desk.open() }
    desk = try ChatistDesk { $0.stateFile = file }
    _ = try desk.form("/tickets", FormPart.order + [.file("a.png", Data([0, 1, 2]))])
    desk = try ChatistDesk { $0.stateFile = file }
    try desk.go(to: "2026-01-09T10:00:00Z")
    desk = try ChatistDesk { $0.stateFile = file }
    for table in ChatistTruth.allCases {
      #expect(try desk.truth(table) == whole.truth(table), "\(table)")
    }
    let path = try #require(try desk.truth(.attachments).first?["path"])
    #expect(try desk.send(.get, path).body == Data([0, 1, 2]))
  }

  @Test func `another service's book is refused`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("bets.sqlite")
    var bets = BetableSettings()
    bets.stateFile = file
    _ = try BetableSandbox(bets)
    #expect(throws: SandboxError.self) { try ChatistDesk { $0.stateFile = file } }
  }

  @Test func `the clock is where it is set, and goes on when it is let go`() throws {
    let clock = ManualClock()
    let desk = try ChatistDesk { $0.clock = clock }
    try desk.go(to: ChatistDesk.start)
    #expect(
      try desk.json(.get, "/sandbox/chatist/clock") == [
        "at": "2026-01-07T10:00:00Z", "is_set": true,
      ])
    #expect(
      try desk.json(.post, "/sandbox/chatist/clock?at=now")
        == ["at": .string(APIDate(micros: clock.now).iso), "is_set": false])
    _ = try desk.json(.post, "/sandbox/chatist/clock?at=noon", status: 400)
    _ = try desk.json(.post, "/sandbox/chatist/clock", status: 400)
  }

  @Test func `a message that came with a key keeps it, and comes twice where it is sent twice`()
    throws
  {
    let desk = try ChatistDesk.standing()
    for _ in 0..<2 {
      _ = try desk.send(
        .post, "/tickets", headers: ["Idempotency-Key": "k-1"], body: Data(ChatistDesk.order.utf8))
    }
    #expect(try desk.truth(.messages).map { $0["reference"] } == ["k-1", "k-1"])
    #expect(try desk.truth(.tickets).count == 2)
  }

  @Test func `the branding is reported once, until it changes`() throws {
    let desk = try ChatistDesk.standing()
    let first = try desk.json(.get, "/branding")
    let moment = try #require(first["updatedAt"]?.text)
    #expect(moment == "2025-01-01 12:00:00")
    for name in ["primary", "accent", "chatBackground", "fontColorBasic"] {
      for mode in ["Light", "Dark"] {
        #expect(first[name + mode]?.text?.wholeMatch(of: /#[0-9A-F]{6}/) != nil)
      }
    }
    let logo = try #require(first["logoLight"]?.text)
    #expect(first["logoDark"] == .null)
    let image = try desk.send(.get, try #require(URL(string: logo)).path, key: nil)
    #expect(image.headers["Content-Type"] == "image/svg+xml" && !image.body.isEmpty)
    let known = "/branding?updatedAt=" + PercentEncoding.part(moment)
    #expect(try desk.send(.get, known) == HTTPResponse(status: 204))
    #expect(try desk.json(.get, "/branding?updatedAt=2025-01-01%2011:59:59") == first)
    let changed = try desk.json(.post, "/sandbox/chatist/branding")
    #expect(changed == ["updatedAt": "2026-01-07 10:00:00"])
    let second = try desk.json(.get, known)
    #expect(second["updatedAt"] == "2026-01-07 10:00:00")
    #expect(second["primaryLight"] != first["primaryLight"])
    _ = try desk.json(.get, "/branding?updatedAt=never", status: 422)
  }

  @Test(
    arguments: zip(
      ChatistSettings.Unchanged.allCases, [(204, ""), (304, ""), (200, ""), (200, "null")]))
  func `that nothing is newer has four forms`(
    form: ChatistSettings.Unchanged, expected: (status: Int, body: String)
  ) throws {
    let desk = try ChatistDesk { $0.unchanged = form }
    let answer = try desk.send(.get, "/branding?updatedAt=2025-01-01%2012:00:00")
    #expect(answer.status == expected.status && answer.body == Data(expected.body.utf8))
  }
}
