import APICore
import APISandbox
import Columns
import Foundation
import LoopbackHTTP
import Synchronization
import Testing

struct ControlTests {
  private func raced(_ client: SandboxClient) throws -> [[String: String]] {
    let races = TruthRows(client.service.truth).races
    return try #require(
      races.sorted { $0.key < $1.key }.map(\.value).first {
        $0.compactMap { Int($0["position"]!) }.filter { $0 < 4 }.sorted() == [1, 2, 3]
      })
  }

  @Test func `an amended result swaps first and second, and the truth follows`() async throws {
    let published = Mutex<[String]>([])
    var racing = RacingSettings(programme: SandboxClient.small)
    racing.publishTruth = { text in published.withLock { $0.append(text) } }
    try await SandboxClient.with(racing: racing) { client in
      let before = try raced(client)
      let id = before[0]["race_id"]!
      let card = try await client.send("/race/\(id)").body
      #expect(try await client.send("/sandbox/amend?race=\(id)", .post, key: nil).status == 200)
      let after = try #require(TruthRows(client.service.truth).races[id])
      for (old, new) in zip(before, after) {
        let swapped = ["1": "2", "2": "1"][old["position"]!] ?? old["position"]!
        #expect(new["position"] == swapped)
        let price = Decimal(string: old["sp"]!) ?? 1
        #expect(new["sp"] == (swapped == "1" ? "\(price + 1)" : old["sp"]))
      }
      #expect(try await client.send("/race/\(id)").body != card)
      let truth = try await client.send("/sandbox/truth", key: nil)
      #expect(String(decoding: truth.body, as: UTF8.self) == client.service.truth)
      #expect(published.withLock { $0 } == [client.service.truth])
    }
  }

  @Test func `only a race with a result is amended`() async throws {
    try await SandboxClient.with { client in
      let cancelled = TruthRows(client.service.truth).rows.first { $0["cancelled"] == "1" }
      for id in ["1", "", try #require(cancelled?["race_id"])] {
        #expect(try await client.send("/sandbox/amend?race=\(id)", .post).status == 404)
      }
      #expect(try await client.send("/sandbox/today?date=x", .post).status == 400)
      #expect(try await client.send("/sandbox/fault?next=42", .post).status == 400)
    }
  }

  @Test func `the log states what came, in order, but no control calls`() async throws {
    try await SandboxClient.with { client in
      let start = Int64(Date().timeIntervalSince1970 * 1e6) - 1_000_000
      _ = try await client.send("/sandbox/fault?next=500,reset", .post)
      _ = try await client.send("/racecards?date=2024-11-01")
      _ = try? await client.send("/race/a%20b")
      _ = try await client.send("/results", key: nil)
      let log = try #require(try await client.json("/sandbox/log") as? [[String: Any]])
      #expect(
        log.map { $0["target"] as? String }
          == ["/racecards?date=2024-11-01", "/race/a%20b", "/results"])
      #expect(log.map { $0["status"] as? Int } == [500, nil, 401])
      #expect(log.map { $0["key"] as? String } == ["right", "right", "missing"])
      #expect(log.map { $0["fault"] as? String } == ["500", "reset", nil])
      let times = log.compactMap { $0["time"] as? Int64 }
      #expect(times.count == 3 && times == times.sorted() && times[0] > start)
    }
  }

  @Test func `twenty callers at once are all logged`() async throws {
    try await SandboxClient.with { client in
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<20 {
          group.addTask { _ = try? await client.send("/race/\(index)") }
        }
      }
      #expect(Set(client.server.log.map(\.target)) == Set((0..<20).map { "/race/\($0)" }))
      #expect(client.server.log.map(\.time) == client.server.log.map(\.time).sorted())
    }
  }

  @Test func `a call stops the server`() async throws {
    try await SandboxClient.with { client in
      let answer = try await client.send("/sandbox/stop", .post)
      #expect(answer.status == 200)
      await client.server.waitUntilStopped()
      await #expect(throws: PlainSocket.Failure.self) {
        try await PlainSocket.get("/", from: client.url)
      }
    }
  }

  @Test func `a port in use is said to be`() async throws {
    try await SandboxClient.with { client in
      let port = try #require(client.url.port)
      let other = SandboxServer(SandboxSettings(port: port), client.service)
      await #expect(throws: SandboxError.server(.portInUse(port))) { try await other.start() }
      #expect(try await client.send("/racecards").status == 200)
    }
  }

  @Test(arguments: [
    (SandboxError.server(.portInUse(80)), "port 80: found another program that listens there; "),
    (
      .server(.cannotListen(port: 80, reason: "Permission denied")),
      "port 80: cannot listen (Perm"
    ),
    (
      .unknownFault(found: "slo", nearest: "slow"),
      "fault slo: found an unknown name (nearest: slow"
    ),
    (
      .unknownFault(found: "x", nearest: nil), "fault x: found an unknown name; expected one of 401"
    ),
    (.badFault(found: "slow:2", expected: "less"), "fault slow:2: expected less"),
  ])
  func `errors say where, what was found and what was expected`(error: SandboxError, text: String) {
    #expect("\(error)".hasPrefix(text))
  }
}
