import APICore
import FeedContract
import Foundation
import TestSupport
import Testing

@testable import HTTPTransport

/// The rate as the server sees it, in real time.
struct RateOverLoopbackTests {
  private struct Key: Authorization {
    func headers() async -> HTTPHeaders? { ["X-Key": "a-key"] }
    func renew(after refused: HTTPHeaders) async -> Bool { false }
  }

  private func connection(_ server: ScriptedServer, interval: Duration) -> APIConnection {
    APIConnection(
      APISettings(api: "races", baseURL: server.url, interval: interval),
      transport: AsyncHTTPTransport(), authorization: Key(), log: CapturedLog().logger)
  }

  @Test func `20 callers at once keep the rate by the server's own log`() async throws {
    let server = try ScriptedServer([.json("[]")])
    let connection = connection(server, interval: .milliseconds(60))
    // The first request sets up a connection, which may take its time on a busy machine.
    _ = try await connection.send(APICall(endpoint: "/races"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask { _ = try await connection.send(APICall(endpoint: "/race/\(index)")) }
      }
      try await group.waitForAll()
    }
    let arrivals = server.requests.map(\.arrival).sorted()
    #expect(arrivals.count == 21)
    // Departures keep the interval exactly, as `RateLimiterTests` show. On the way a request may be
    // delayed, so the whole series may look shorter than 20 intervals, by far less than a quarter.
    #expect(arrivals[0].duration(to: arrivals[20]) >= .milliseconds(20 * 60 * 3 / 4))
  }

  @Test func `a redirect on the same host comes an interval later by the server's own log`()
    async throws
  {
    let server = try ScriptedServer([
      .json("", status: 302, headers: [("Location", "/elsewhere")]), .json("[]"),
    ])
    let connection = connection(server, interval: .milliseconds(300))
    #expect(try await connection.send(APICall(endpoint: "/races")).status == 200)
    _ = try await connection.send(APICall(endpoint: "/races"))
    #expect(server.requests.map(\.target) == ["/races", "/elsewhere", "/races"])
    let arrivals = server.requests.map(\.arrival)
    for (one, next) in zip(arrivals, arrivals.dropFirst()) {
      #expect(one.duration(to: next) >= .milliseconds(280))
    }
  }

  @Test func `Retry-After 3 is honoured in real time`() async throws {
    let server = try ScriptedServer([
      .json("{}", status: 429, headers: [("Retry-After", "3")]), .json("[]"),
    ])
    let connection = connection(server, interval: .zero)
    async let first = connection.send(APICall(endpoint: "/a"))
    while server.requests.isEmpty || connection.limiter.status.warnings == 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    // Another caller, who has not seen the 429, waits too.
    async let second = connection.send(APICall(endpoint: "/b"))
    #expect(try await [first.status, second.status] == [200, 200])
    let arrivals = server.requests.map(\.arrival)
    #expect(arrivals.count == 3)
    #expect(arrivals[0].duration(to: arrivals[1]) >= .seconds(3))
  }
}
