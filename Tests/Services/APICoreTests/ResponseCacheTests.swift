import APICore
import Foundation
import Synchronization
import TestSupport
import Testing

struct ResponseCacheTests {
  private let clock = ManualClock(isImpatient: true)
  private let log = CapturedLog().logger

  private func connection(
    _ transport: ScriptedTransport, key: String = "some-secret-key",
    cache: ResponseCache = ResponseCache(), clock: ManualClock? = nil,
    observe: @escaping @Sendable (RequestRecord) -> Void = { _ in }
  ) -> APIConnection {
    APIConnection(
      APISettings(api: "racing", baseURL: URL(string: "https://races.example")!),
      transport: transport, authorization: KeyRing(key), clock: clock ?? self.clock, cache: cache,
      log: log, observe: observe)
  }

  private func call(_ path: String = "/races", _ query: [String: String] = [:]) -> APICall {
    APICall(
      endpoint: path, query: query.map { URLQueryItem(name: $0.key, value: $0.value) },
      freshFor: .seconds(300))
  }

  @Test func `an answer is given again until it is too old`() async throws {
    let transport = ScriptedTransport(clock, [.status(200)])
    let uses = Mutex<[RequestRecord.CacheUse]>([])
    let observed: @Sendable (RequestRecord) -> Void = { record in
      uses.withLock { $0.append(record.cache) }
    }
    let connection = connection(transport, observe: observed)
    for seconds in [0, 299, 1] {
      clock.advance(by: .seconds(seconds))
      _ = try await connection.send(call())
    }
    #expect(transport.requests.count == 2)
    #expect(uses.withLock { $0 } == [.miss, .hit, .stale])
  }

  @Test func `another day is another answer`() async throws {
    let transport = ScriptedTransport(clock, [.status(200)])
    let connection = connection(transport)
    _ = try await connection.send(call("/racecards", ["date": "2026-04-01"]))
    _ = try await connection.send(call("/racecards", ["date": "2026-04-02"]))
    #expect(transport.requests.count == 2)
  }

  @Test func `the order of a query does not matter`() async throws {
    let transport = ScriptedTransport(clock, [.status(200)])
    let connection = connection(transport)
    for names in [["a", "b"], ["b", "a"]] {
      _ = try await connection.send(
        APICall(
          endpoint: "/races", query: names.map { URLQueryItem(name: $0, value: "1") },
          freshFor: .seconds(1)))
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `nobody gets another user's answer`() async throws {
    let transport = ScriptedTransport(clock, [.status(200)])
    let cache = ResponseCache()
    for key in ["key-of-anna", "key-of-bert", "key-of-anna"] {
      _ = try await connection(transport, key: key, cache: cache).send(call())
    }
    #expect(transport.requests.count == 2)
  }

  @Test func `failures, posts and calls that want no cache are not kept`() async throws {
    let transport = ScriptedTransport(clock, [.status(404), .status(200)])
    let connection = connection(transport)
    _ = try? await connection.send(call())
    _ = try await connection.send(call())
    for _ in 0..<2 {
      _ = try await connection.send(APICall(endpoint: "/races2"))
      _ = try await connection.send(APICall(.post, endpoint: "/races", freshFor: .seconds(9)))
    }
    #expect(transport.requests.count == 6)
    #expect(connection.cache.count == 1)
  }

  @Test func `a call that refreshes replaces the answer`() async throws {
    let transport = ScriptedTransport(clock) { index, _ in .status(200, [:], "[\(index)]") }
    let connection = connection(transport)
    _ = try await connection.send(call())
    var refreshing = call()
    refreshing.refreshes = true
    #expect(try await connection.send(refreshing).body == Data("[1]".utf8))
    #expect(try await connection.send(call()).body == Data("[1]".utf8))
  }

  @Test func `invalidation takes a path with what lies below it`() async throws {
    let transport = ScriptedTransport(clock, [.status(200)])
    let connection = connection(transport)
    for path in ["/race", "/race/1", "/race/2", "/racecards"] {
      _ = try await connection.send(call(path))
    }
    connection.cache.invalidate(path: "/race")
    #expect(connection.cache.count == 1)
    connection.cache.invalidate()
    #expect(connection.cache.count == 0)
  }

  @Test func `a full cache forgets what was used least recently`() async throws {
    let transport = ScriptedTransport(clock, [.status(200)])
    let connection = connection(transport, cache: ResponseCache(capacity: 2))
    for path in ["/a", "/b", "/a", "/c", "/a", "/b"] { _ = try await connection.send(call(path)) }
    #expect(transport.requests.map { $0.url.path() } == ["/a", "/b", "/c", "/b"])
    #expect(connection.cache.count == 2)
  }

  @Test func `bodies together stay below their bound`() async throws {
    let transport = ScriptedTransport(clock) { _, request in
      .status(200, [:], String(repeating: "x", count: request.url.path() == "/big" ? 101 : 40))
    }
    let connection = connection(transport, cache: ResponseCache(byteCapacity: 100))
    for path in ["/big", "/a", "/b", "/c"] { _ = try await connection.send(call(path)) }
    #expect(connection.cache.count == 2)
  }

  @Test func `equal calls at once are sent once`() async {
    let clock = ManualClock()
    let transport = ScriptedTransport(clock, taking: .seconds(1), [.status(200)])
    let connection = connection(transport, clock: clock)
    let call = call()
    let count = await clock.run {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 {
          group.addTask { (try? await connection.send(call)) != nil }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
    }
    #expect(count == 20)
    #expect(transport.requests.count == 1)
  }

  @Test func `one caller that gives up does not take the answer from the others`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(clock, taking: .seconds(1), [.status(200)])
    let connection = connection(transport, clock: clock)
    let call = call()
    let first = Task { try await connection.send(call) }
    await clock.waitForSleepers(1)
    let second = Task { try await connection.send(call) }
    for _ in 0..<1000 { await Task.yield() }
    first.cancel()
    await #expect(throws: APIFailure.cancelled) { try await first.value }
    clock.advance(by: .seconds(1))
    #expect(try await second.value.status == 200)
    #expect(transport.requests.count == 1)
  }

  @Test func `when all give up the request is cancelled`() async {
    let clock = ManualClock()
    let transport = ScriptedTransport(clock, taking: .seconds(1), [.status(200)])
    let connection = connection(transport, clock: clock)
    let call = call()
    let only = Task { try await connection.send(call) }
    await clock.waitForSleepers(1)
    only.cancel()
    await #expect(throws: APIFailure.cancelled) { try await only.value }
    while clock.sleeperCount > 0 { await Task.yield() }
    #expect(connection.cache.count == 0)
  }

  @Test func `an answer asked for before an invalidation is not kept after it`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(clock, taking: .seconds(1), [.status(200)])
    let connection = connection(transport, clock: clock)
    let call = call()
    let task = Task { try await connection.send(call) }
    await clock.waitForSleepers(1)
    connection.cache.invalidate()
    clock.advance(by: .seconds(1))
    _ = try await task.value
    #expect(connection.cache.count == 0)
  }
}
