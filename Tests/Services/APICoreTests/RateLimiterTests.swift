import APICore
import Foundation
import TestSupport
import Testing

struct RateLimiterTests {
  private let clock = ManualClock()

  /// Returns the times at which `count` simultaneous callers may go, in order.
  private func departures(_ count: Int, _ limiter: RateLimiter) async -> [Duration] {
    await clock.run { [clock] in
      await withTaskGroup(of: Duration.self) { group in
        for _ in 0..<count {
          group.addTask {
            _ = try? await limiter.wait()
            return clock.uptime
          }
        }
        return await group.reduce(into: []) { $0.append($1) }.sorted()
      }
    }
  }

  @Test(arguments: [(10, 1), (20, 1), (3, 6)])
  func `callers at once leave one interval apart`(count: Int, seconds: Int) async {
    let limiter = RateLimiter(interval: .seconds(seconds), clock: clock)
    let times = await departures(count, limiter)
    #expect(times == (0..<count).map { .seconds($0 * seconds) })
    #expect(limiter.status.waiting == 0)
  }

  @Test func `an interval of zero lets all leave at once`() async {
    let limiter = RateLimiter(interval: .zero, clock: clock)
    #expect(await departures(5, limiter) == Array(repeating: .zero, count: 5))
  }

  @Test func `interval and last request can be seen and set`() async throws {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    #expect(limiter.status.lastRequest == nil)
    clock.advance(by: .seconds(5))
    _ = try await limiter.wait()
    #expect(limiter.status.lastRequest == clock.now)
    #expect(limiter.status.interval == .seconds(1))
    limiter.setInterval(.seconds(6))
    #expect(limiter.status.configuredInterval == .seconds(6))
    let times = await departures(2, limiter)
    #expect(times == [.seconds(11), .seconds(17)])
  }

  @Test func `a caller that wakes up late delays those behind it`() async throws {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    _ = try await limiter.wait()
    let times = try await withThrowingTaskGroup(of: Duration.self) { [clock] group in
      for index in 1...3 {
        group.addTask {
          _ = try await limiter.wait()
          return clock.uptime
        }
        await clock.waitForSleepers(index)
      }
      // The machine slept: all three wake at 10 s, but only one of them may leave.
      clock.jump(to: .seconds(10))
      for left in [2, 1] {
        while limiter.status.waiting > left { await Task.yield() }
        await clock.waitForSleepers(left)
        clock.jump(to: clock.uptime + .seconds(1))
      }
      return try await group.reduce(into: [Duration]()) { $0.append($1) }
    }
    #expect(times.sorted() == [.seconds(10), .seconds(11), .seconds(12)])
  }

  @Test func `a caller that gives up leaves its place empty`() async throws {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    _ = try await limiter.wait()
    let clock = clock
    let givesUp = Task { _ = try await limiter.wait() }
    await clock.waitForSleepers(1)
    let patient = Task {
      _ = try await limiter.wait()
      return clock.uptime
    }
    await clock.waitForSleepers(2)
    givesUp.cancel()
    await #expect(throws: CancellationError.self) { try await givesUp.value }
    let late = Task {
      _ = try await limiter.wait()
      return clock.uptime
    }
    await clock.waitForSleepers(2)
    let end = await clock.run { [patient, late] in
      [try? await patient.value, try? await late.value]
    }
    #expect(end == [.seconds(2), .seconds(3)])
  }

  @Test func `whoever comes after one that gave up does not get its place`() async throws {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    _ = try await limiter.wait()
    let givesUp = Task { _ = try await limiter.wait() }
    await clock.waitForSleepers(1)
    givesUp.cancel()
    await #expect(throws: CancellationError.self) { try await givesUp.value }
    #expect(await departures(2, limiter) == [.seconds(2), .seconds(3)])
  }

  @Test func `a task that is cancelled already takes no place`() async throws {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await limiter.wait()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await departures(1, limiter) == [.zero])
  }

  @Test func `Retry-After holds back every caller, those that wait already too`() async throws {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    _ = try await limiter.wait()
    let clock = clock
    let waiting = Task {
      _ = try await limiter.wait()
      return clock.uptime
    }
    await clock.waitForSleepers(1)
    #expect(limiter.learn(from: HTTPResponse(status: 429, headers: ["Retry-After": "3"])))
    #expect(limiter.status.blockedFor == .seconds(3))
    #expect(limiter.status.interval == .seconds(1), "a time was named, so the pace stays")
    let times = await departures(2, limiter)
    #expect(try await waiting.value == .seconds(3))
    #expect(times == [.seconds(4), .seconds(5)])
  }

  @Test func `the first request counts as late as its answer, for it may have waited for its way`()
    async throws
  {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    _ = try await limiter.wait()
    clock.advance(by: .milliseconds(400))
    limiter.arrived(from: .zero, isAnswered: true)
    #expect(await departures(2, limiter) == [.milliseconds(1400), .milliseconds(2400)])
    // A request without an answer may have reached the server only now.
    clock.advance(by: .milliseconds(5_000))
    limiter.arrived(from: .milliseconds(2400), isAnswered: false)
    #expect(await departures(1, limiter) == [.milliseconds(8400)])
  }

  /// Minimum times of the way there, the server's work and the way back, in ms.
  @Test(arguments: [(0.2, 0.3, 0.2), (5, 20, 5), (45, 60, 45), (90, 400, 90)])
  func `requests in a row come to the server an interval apart, and nearly as often as allowed`(
    there: Double, work: Double, back: Double
  ) async throws {
    let clock = ManualClock(isImpatient: true)
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    var random = SeededGenerator(23)
    func time(_ quickest: Double) -> Duration {
      // Usually a little more, sometimes a lot.
      let more = -log(Double.random(in: 1e-9..<1, using: &random)) * 2
      let isSlow = Int.random(in: 0..<20, using: &random) == 0
      return .milliseconds(
        quickest + more + (isSlow ? Double.random(in: 0..<300, using: &random) : 0))
    }
    var arrivals: [Duration] = []
    for index in 0..<400 {
      _ = try await limiter.wait()
      let left = clock.uptime
      // The first request also sets up the connection.
      clock.advance(by: time(there) + (index == 0 ? .milliseconds(350) : .zero))
      arrivals.append(clock.uptime)
      clock.advance(by: time(work) + time(back))
      limiter.arrived(from: left, isAnswered: true)
    }
    let closest = zip(arrivals.dropFirst(), arrivals).map { $0 - $1 }.min()!
    #expect(closest >= .seconds(1), "seed \(SeededGenerator.seed)")
    #expect(arrivals[399] <= .seconds(399) * 1.06, "seed \(SeededGenerator.seed)")
  }

  @Test func `a date in Retry-After counts too`() async throws {
    let clock = ManualClock(start: 784_111_777_000_000)  // Sun, 06 Nov 1994 08:49:37 GMT
    let limiter = RateLimiter(interval: .zero, clock: clock)
    limiter.learn(
      from: HTTPResponse(status: 503, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:40 GMT"]))
    #expect(limiter.status.blockedFor == .seconds(3))
    #expect(limiter.status.warnings == 0)
  }

  @Test func `refusals without a time double the interval up to its bound`() {
    let limiter = RateLimiter(
      interval: .seconds(1), longestInterval: .seconds(5), clock: clock)
    let seen = (0..<4).map { _ in
      limiter.learn(from: HTTPResponse(status: 429))
      return limiter.status.interval
    }
    #expect(seen == [2, 4, 5, 5].map { .seconds($0) })
    #expect(limiter.status.warnings == 4)
    for _ in 0..<400 { limiter.learn(from: HTTPResponse(status: 200)) }
    #expect(limiter.status.interval == .seconds(1))
  }

  @Test func `one success takes back a twentieth of the lengthening`() {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    limiter.learn(from: HTTPResponse(status: 429))
    limiter.learn(from: HTTPResponse(status: 200))
    #expect(limiter.status.interval == .milliseconds(1950))
  }

  @Test(arguments: [
    ("400", "1000", "60", 1), ("200", "1000", "600", 3), ("10", "1000", "10000", 60),
  ])
  func `what is left of a quota is spread from its last fifth on`(
    remaining: String, limit: String, reset: String, seconds: Int
  ) {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    limiter.learn(
      from: HTTPResponse(
        status: 200,
        headers: [
          "X-RateLimit-Requests-Limit": limit, "x-ratelimit-requests-remaining": remaining,
          "X-RateLimit-Requests-Reset": reset,
        ]))
    #expect(limiter.status.interval == .seconds(seconds))
  }

  @Test func `nothing is sent when nothing is left of a quota`() async throws {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    limiter.learn(
      from: HTTPResponse(
        status: 200,
        headers: [
          "X-RateLimit-Requests-Remaining": "0", "X-RateLimit-Requests-Reset": "7200",
        ]))
    #expect(try await limiter.wait(patience: .seconds(60)) == .seconds(7200))
    #expect(limiter.status.waiting == 0)
  }

  @Test(arguments: ["-1", "", "soon", "nan", "99999999999999999999", "1e400"])
  func `odd header fields do no harm`(value: String) {
    let limiter = RateLimiter(interval: .seconds(1), clock: clock)
    limiter.learn(
      from: HTTPResponse(
        status: 200,
        headers: [
          "Retry-After": value, "X-RateLimit-Requests-Remaining": value,
          "X-RateLimit-Requests-Reset": value, "X-RateLimit-Requests-Limit": value,
        ]))
    #expect(limiter.status.blockedFor <= .seconds(31_536_000))
    #expect(limiter.status.interval <= .seconds(60))
  }

  @Test func `random callers, cancellations and refusals never break the interval`() async {
    var random = SeededGenerator(11)
    for _ in 0..<10 {
      let clock = ManualClock()
      let limiter = RateLimiter(interval: .seconds(1), clock: clock)
      let plan = (0..<20).map { _ in
        (Int.random(in: 0..<8000, using: &random), Int.random(in: 0..<4, using: &random))
      }
      let times = await clock.run {
        await withTaskGroup(of: Duration?.self) { group in
          for (start, kind) in plan {
            group.addTask {
              try? await clock.sleep(until: .milliseconds(start))
              let caller = Task { () -> Duration? in
                do { _ = try await limiter.wait() } catch { return nil }
                return clock.uptime
              }
              if kind == 0 { caller.cancel() }
              if kind == 1 {
                limiter.learn(from: HTTPResponse(status: 429, headers: ["Retry-After": "2"]))
              }
              return await caller.value
            }
          }
          return await group.reduce(into: [Duration]()) { if let time = $1 { $0.append(time) } }
            .sorted()
        }
      }
      #expect(times.count >= 10)
      #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 >= .seconds(1) })
    }
  }
}
