import APICore
import APISandbox
import Foundation
import TestSupport
import Testing

struct LimitTests {
  @Test(arguments: [nil, "", "railbirdsandboxkey00000000000001"])
  func `without the right key there is no answer`(key: String?) async throws {
    try await SandboxClient.with { client in
      let response = try await client.send("/racecards", key: key)
      #expect(response.status == 401)
      #expect(String(decoding: response.body, as: UTF8.self).contains("Invalid API key"))
      #expect(client.server.log.map(\.key) == [key == nil ? .missing : .wrong])
    }
  }

  @Test func `no key is in the log`() async throws {
    try await SandboxClient.with { client in
      _ = try await client.send("/racecards", key: "wrongkeywrongkeywrongkeywrongkey")
      _ = try await client.send("/racecards")
      let log = String(decoding: try await client.send("/sandbox/log").body, as: UTF8.self)
      #expect(log.contains("\"key\":\"wrong\"") && log.contains("\"key\":\"right\""))
      #expect(!log.contains("wrongkey") && !log.contains(RacingSettings.standardKey))
    }
  }

  /// Makes limits with a clock that only the test moves.
  private func limited(_ rate: Double, quota: Int = 1_000) -> (SandboxSettings, ManualClock) {
    let clock = ManualClock()
    var settings = SandboxSettings(rate: rate)
    settings.quota = quota
    settings.clock = clock
    return (settings, clock)
  }

  @Test func `a second request in the same second is refused, and says when to come again`()
    async throws
  {
    let (settings, clock) = limited(0.4)
    try await SandboxClient.with(settings) { client in
      #expect(try await client.send("/racecards").status == 200)
      let refused = try await client.send("/racecards")
      #expect(refused.status == 429 && refused.headers["Retry-After"] == "3")
      clock.advance(by: .milliseconds(2_479))
      #expect(try await client.send("/racecards").status == 429)
      clock.advance(by: .milliseconds(1))
      #expect(try await client.send("/racecards").status == 200)
    }
  }

  @Test(arguments: [0.5, 1, 7, 100])
  func `who keeps the rate is never refused, though requests come late`(rate: Double) {
    var gate = RateGate(requestsPerSecond: rate, tolerance: .milliseconds(100))
    var random = SeededGenerator(UInt64(rate * 10))
    var now = Duration.zero
    for index in 0..<1_000 {
      let late = Duration.milliseconds(Int.random(in: 0...99, using: &random))
      now = max(now, .seconds(Double(index) / rate) + late)
      #expect(gate.take(at: now) == nil)
    }
  }

  @Test(arguments: [1.0, 10])
  func `who asks ten times as often gets no more than the rate`(rate: Double) {
    var gate = RateGate(requestsPerSecond: rate, tolerance: .milliseconds(100))
    let accepted = (0..<10_000).count { gate.take(at: .seconds(Double($0) / rate / 10)) == nil }
    // One at the start, and one that the tolerance allows once.
    #expect((1_000...1_002).contains(accepted))
  }

  @Test func `the quota is reported, used up, and new on the next day`() async throws {
    let (settings, clock) = limited(0, quota: 2)
    try await SandboxClient.with(settings) { client in
      var headers = try await client.send("/racecards").headers
      #expect(headers["X-RateLimit-Requests-Limit"] == "2")
      #expect(headers["X-RateLimit-Requests-Remaining"] == "1")
      headers = try await client.send("/racecards").headers
      #expect(headers["X-RateLimit-Requests-Remaining"] == "0")
      let refused = try await client.send("/racecards")
      #expect(refused.status == 429)
      let seconds = try #require(Int(refused.headers["Retry-After"] ?? ""))
      #expect(headers["X-RateLimit-Requests-Reset"] == String(seconds))
      clock.advance(by: .seconds(seconds))
      #expect(try await client.send("/racecards").status == 200)
    }
  }
}
