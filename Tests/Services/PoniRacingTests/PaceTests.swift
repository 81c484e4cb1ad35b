import APICore
import FeedContract
import Foundation
import PoniRacing
import Synchronization
import TestSupport
import Testing

struct PaceTests {
  /// Returns the time of each request, by the service's clock.
  private func times(
    of served: ServedRacing, _ service: RealDataService, count: Int
  ) async -> [Int64] {
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<count {
        group.addTask { _ = try? await service.fetchRaceDetails(raceId: "\(index)") }
      }
    }
    return served.records.withLock { $0.map(\.time) }.sorted()
  }

  @Test(arguments: [1, 6])
  func `callers at the same time leave one interval apart`(seconds: Int64) async throws {
    let served = try ServedRacing([:])
    let service = served.service { $0.interval = .seconds(seconds) }
    let times = await times(of: served, service, count: 10)
    #expect(times.count == 10)
    #expect(times.last! - times.first! >= 9 * seconds * 1_000_000)
    for (one, next) in zip(times, times.dropFirst()) { #expect(next - one >= seconds * 1_000_000) }
  }

  @Test func `a search that asks race by race keeps the pace`() async throws {
    let served = try ServedRacing.live()
    _ = try await served.service().searchHorses(query: "")
    let times = served.records.withLock { $0.map(\.time) }
    #expect(times.count == 3 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1_000_000 })
  }

  @Test func `interval and last request can be seen, and the interval set`() async throws {
    let served = try ServedRacing.live()
    let service = served.service()
    #expect(service.minimumRequestInterval == 1 && service.lastRequestTime == nil)
    _ = try await service.fetchTodaysRaces()
    #expect(service.lastRequestTime == Date(timeIntervalSince1970: 1_604_854_800))
    service.minimumRequestInterval = 6
    #expect(service.minimumRequestInterval == 6 && service.currentRequestInterval == 6)
  }

  @Test func `services of one host keep one pace together`() {
    let url = URL(string: "http://127.0.0.1:9")!
    let one = RealDataService(RacingServiceSettings(baseURL: url))
    var slow = RacingServiceSettings(baseURL: url)
    slow.interval = .seconds(6)
    let other = RealDataService(slow)
    #expect(one.minimumRequestInterval == 6)
    other.minimumRequestInterval = 2
    #expect(one.minimumRequestInterval == 2)
  }

  @Test func `after 429 a call waits ten seconds and is made again, up to four times`() async throws
  {
    let served = try ServedRacing { request in
      request.index < 3 ? .json("{}", status: 429) : .json(Samples.liveCards)
    }
    let service = served.service()
    #expect(try await service.fetchTodaysRaces().count == 3)
    let times = served.records.withLock { $0.map(\.time) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 10_000_000 })
    #expect(service.rateLimitWarningCount == 3)
    #expect(served.log.lines.count { $0.hasPrefix("warning") && $0.contains("429") } == 3)

    let stubborn = try ServedRacing { _ in .json("{}", status: 429) }
    await #expect(throws: APIError.rateLimitExceeded) {
      try await stubborn.service().fetchTodaysRaces()
    }
    #expect(stubborn.targets.count == 4)
  }

  @Test func `the service's own time to wait is kept`() async throws {
    let served = try ServedRacing { request in
      request.index == 0
        ? .json("{}", status: 429, headers: [("Retry-After", "3")]) : .json(Samples.liveCards)
    }
    #expect(try await served.service().fetchTodaysRaces().count == 3)
    let times = served.records.withLock { $0.map(\.time) }
    #expect(times[1] - times[0] >= 3_000_000 && times[1] - times[0] < 10_000_000)
  }

  @Test func `after a server's error a call is made again, later each time`() async throws {
    let served = try ServedRacing { request in
      request.index < 3 ? .json("{}", status: 503) : .json(Samples.liveCards)
    }
    let service = served.service { $0.retries.random = { 0.5 } }
    #expect(try await service.fetchTodaysRaces().count == 3)
    let times = served.records.withLock { $0.map(\.time) }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    // 1, 2 and 4 s less a quarter, but never closer than the pace of 1 s.
    #expect(gaps.count == 3 && gaps[0] >= 1_000_000)
    #expect(gaps[1] >= 1_500_000 && gaps[2] >= 3_000_000)
  }

  @Test func `a cancelled wait ends at once`() async throws {
    let server = try ScriptedServer([.json("{}", status: 429)])
    let clock = ManualClock()
    let service = RealDataService(
      RacingServiceSettings(baseURL: server.url), key: ServedRacing.key,
      surroundings: RacingSurroundings(
        transport: ServedRacing.transport, clock: clock,
        limiter: RateLimiter(interval: .zero, clock: clock)))
    let task = Task { await service.checkConnection() }
    await clock.waitForSleepers(1)
    task.cancel()
    #expect(await !task.value)
    #expect(server.requests.count == 1)
  }

  @Test func `each request is recorded with its status, size and duration`() async throws {
    final class Slow: Sendable { let clock = Mutex<ManualClock?>(nil) }
    let slow = Slow()
    // The answer takes a quarter of a second.
    let served = try ServedRacing { _ in
      slow.clock.withLock { $0 }?.advance(by: .milliseconds(250))
      return .json(Samples.liveCards)
    }
    slow.clock.withLock { $0 = served.clock }
    let service = served.service()
    _ = try await service.fetchTodaysRaces()
    _ = try await service.fetchTodaysRaces()
    let records = served.records.withLock { $0 }
    #expect(records.map(\.api) == ["racing", "racing"])
    #expect(records.map(\.endpoint) == ["/racecards", "/racecards"])
    #expect(records.map(\.status) == [200, 200] && records.map(\.cache) == [.miss, .hit])
    #expect(records.map(\.microseconds) == [250_000, 0] && records.map(\.attempt) == [1, 1])
    #expect(records.map(\.error) == [nil, nil])
    #expect(records.allSatisfy { $0.bytes == Samples.liveCards.utf8.count })
  }
}
