import APICore
import APISandbox
import Columns
import Foundation
import Testing

struct FaultTests {
  private static let path = "/racecards?date=2024-11-02"

  @Test(arguments: [
    ("401", 401, "Invalid API key"), ("403", 403, "not subscribed"), ("429", 429, "rate limit"),
    ("500", 500, "failed"), ("502", 502, "<html>"), ("503", 503, "failed"), ("204", 204, ""),
    ("blank", 200, "  \n"),
  ])
  func `faults with a status`(name: String, status: Int, text: String) async throws {
    try await SandboxClient.with { client in
      client.server.order([try #require(FaultKind(rawValue: name))])
      let response = try await client.send(Self.path)
      #expect(response.status == status)
      let body = String(decoding: response.body, as: UTF8.self)
      #expect(text.isEmpty ? body.isEmpty : body.contains(text))
      #expect((response.headers["Retry-After"] == "1") == (status == 429))
      #expect(client.server.log.map(\.fault) == [FaultKind(rawValue: name)])
      #expect(client.server.log.map(\.status) == [status])
      #expect(try await client.send(Self.path).status == 200)
    }
  }

  @Test func `a slow answer is the right one, later`() async throws {
    var settings = SandboxSettings(rate: 0)
    settings.slowDelay = .milliseconds(700)
    try await SandboxClient.with(settings) { client in
      let right = try await client.send(Self.path).body
      client.server.order([.slow, .slow])
      let limits = TransferLimits(totalTime: .milliseconds(200))
      await #expect(throws: TransportError.self) {
        try await client.send(Self.path, limits: limits)
      }
      #expect(try await client.send(Self.path).body == right)
    }
  }

  @Test(arguments: [FaultKind.reset, .lost, .stalled, .truncated])
  func `a connection that ends is no answer`(kind: FaultKind) async throws {
    var settings = SandboxSettings(rate: 0)
    settings.slowDelay = .milliseconds(10)
    try await SandboxClient.with(settings) { client in
      client.server.order([kind])
      let error = await #expect(throws: TransportError.self) { try await client.send(Self.path) }
      guard case .interrupted = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(client.server.log.map(\.status) == [kind == .truncated ? 200 : nil])
      let next = try await client.send(Self.path)
      #expect(next.status == 200)
    }
  }

  @Test func `a truncated answer announces all of its bytes`() async throws {
    try await SandboxClient.with { client in
      let whole = try await PlainSocket.get(Self.path, from: client.url)
      client.server.order([.truncated, .reset])
      let half = try await PlainSocket.get(Self.path, from: client.url)
      #expect(half.announced == whole.announced && whole.body.count == whole.announced)
      #expect(half.body == whole.body.prefix(whole.body.count / 2))
      let none = try await PlainSocket.get(Self.path, from: client.url)
      #expect(none.all.isEmpty)
    }
  }

  @Test func `answers are packed for those who unpack`() async throws {
    try await SandboxClient.with { client in
      let plain = try await PlainSocket.get(Self.path, from: client.url)
      let packed = try await PlainSocket.get(
        Self.path, from: client.url, headers: ["Accept-Encoding: deflate, gzip"])
      #expect(packed.body.prefix(2) == Data([0x1F, 0x8B]) && packed.body.count < plain.body.count)
      #expect(try await client.send(Self.path).body == plain.body)
    }
  }

  @Test func `malformed bodies are damaged as their names say`() async throws {
    try await SandboxClient.with { client in
      let right = try await client.send(Self.path).body
      client.server.order([.malformed, .utf8, .element, .field, .date])
      let malformed = try await client.send(Self.path).body
      #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: malformed) }
      #expect(String(bytes: malformed, encoding: .utf8) != nil)
      #expect(String(bytes: try await client.send(Self.path).body, encoding: .utf8) == nil)
      let count = try #require(try JSONSerialization.jsonObject(with: right) as? [Any]).count
      let mixed = try #require(try await client.json(Self.path) as? [Any])
      #expect(mixed.count == count + 1 && mixed[0] is String)
      let more = try #require(try await client.json(Self.path) as? [[String: Any]])
      #expect(more.count == count && more[0]["unheard_of"] != nil && more[0]["id_race"] != nil)
      let dates = try await client.races(Self.path).compactMap { $0["date"] }
      #expect(dates.count == count && dates[0].hasPrefix("2024-13-"))
      #expect(dates.dropFirst().allSatisfy { $0.hasPrefix("2024-11-") })
    }
  }

  @Test func `an oversized body is larger than a client takes`() async throws {
    try await SandboxClient.with { client in
      client.server.order([.oversized])
      let error = await #expect(throws: TransportError.self) { try await client.send(Self.path) }
      guard case .tooLarge = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `a redirect leads to another host that says whether the key came along`() async throws
  {
    try await SandboxClient.with { client in
      client.server.order([.redirect])
      let plain = try await PlainSocket.get(Self.path, from: client.url)
      let text = String(decoding: plain.all, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 302 Found"))
      #expect(text.contains("Location: http://localhost:\(client.url.port!)/sandbox/elsewhere"))
      let reply = try await PlainSocket.get("/sandbox/elsewhere", from: client.url)
      #expect(String(decoding: reply.body, as: UTF8.self) == "{\"key\":\"right\"}")
    }
  }

  @Test func `what has moved is asked for once more at the same place`() async throws {
    try await SandboxClient.with { client in
      client.server.order([.moved])
      let response = try await client.send(Self.path)
      #expect(response.status == 200)
      #expect(client.server.log.map(\.status) == [302, 200])
      #expect(client.server.log.map(\.target) == [Self.path, Self.path])
      #expect(client.server.log.map(\.key) == [.right, .right])
    }
  }

  @Test func `drawn faults are those of the plan`() async throws {
    let plan = try FaultPlan("429:0.3,500:0.3", seed: 9)
    var logs: [[FaultKind?]] = []
    for _ in 0..<2 {
      try await SandboxClient.with(SandboxSettings(rate: 0, faults: plan)) { client in
        for _ in 0..<30 { _ = try await client.send("/racecards?date=1999-01-01") }
        logs.append(client.server.log.map(\.fault))
      }
    }
    #expect(logs[0] == logs[1] && Set(logs[0]) == [nil, .rateLimited, .serverError])
  }
}
