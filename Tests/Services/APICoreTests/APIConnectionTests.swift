import APICore
import Foundation
import Synchronization
import TestSupport
import Testing

struct APIConnectionTests {
  private let clock = ManualClock(isImpatient: true)
  private let log = CapturedLog()
  private let records = Records()

  private final class Records: Sendable {
    let all = Mutex<[RequestRecord]>([])
    var values: [RequestRecord] { all.withLock { $0 } }
  }

  /// Answers after some redirects, and notes when each request left.
  private final class RedirectedTransport: Transport {
    let times = Mutex<[Duration]>([])
    private let clock: ManualClock
    private let places: [String]

    init(_ clock: ManualClock, by places: [String]) { (self.clock, self.places) = (clock, places) }

    func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError)
      -> HTTPResponse
    {
      times.withLock { $0.append(clock.uptime) }
      for place in places {
        try await limits.beforeRedirect(HTTPRequest(.get, URL(string: place)!))
        times.withLock { $0.append(clock.uptime) }
      }
      return HTTPResponse(status: 200)
    }
  }

  private func connection(
    _ transport: any Transport, _ keys: any Authorization = KeyRing("first-secret-key"),
    base: String = "https://races.example/v1/", retries: RetryPolicy = RetryPolicy(random: { 0 }),
    interval: Duration = .zero, clock: ManualClock? = nil
  ) -> APIConnection {
    APIConnection(
      APISettings(
        api: "racing", baseURL: URL(string: base)!, interval: interval, retries: retries),
      transport: transport, authorization: keys, clock: clock ?? self.clock, log: log.logger,
      observe: { [records] record in records.all.withLock { $0.append(record) } })
  }

  private func transport(_ answers: ScriptedTransport.Answer...) -> ScriptedTransport {
    ScriptedTransport(clock, answers)
  }

  @Test func `a call becomes a request with its credential`() async throws {
    let transport = transport(.status(200))
    let call = APICall(
      endpoint: "/race/{id}", path: "/race/" + PercentEncoding.part("a/b é"),
      query: [URLQueryItem(name: "q", value: "x+y & z"), URLQueryItem(name: "day", value: nil)])
    _ = try await connection(transport).send(call)
    let request = try #require(transport.requests.first)
    #expect(
      request.url.absoluteString
        == "https://races.example/v1/race/a%2Fb%20%C3%A9?q=x%2By%20%26%20z&day")
    #expect(request.headers["x-key"] == "first-secret-key")
    #expect(request.headers["Accept"] == "application/json")
    #expect(request.headers["Content-Type"] == nil)
  }

  @Test(arguments: ["/ra ce", "/é", "/%zz", "/a?b#c", "race", "//x", "/../x"])
  func `no path stops the program or leaves the host`(path: String) async throws {
    let transport = transport(.status(200))
    _ = try await connection(transport).send(APICall(endpoint: path))
    #expect(transport.requests.first?.url.host() == "races.example")
    #expect(transport.requests.first?.url.query() == nil)
  }

  @Test func `nothing is sent with a credential that would break its header`() async {
    let transport = transport(.status(200))
    await #expect(throws: APIFailure.unsendable(api: "racing", found: "a line break")) {
      try await connection(transport, KeyRing("k\r\nX-Other: 1")).send(APICall(endpoint: "/races"))
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `nothing is sent without a credential`() async {
    let transport = transport(.status(200))
    await #expect(throws: APIFailure.noCredential(api: "racing")) {
      try await connection(transport, KeyRing()).send(APICall(endpoint: "/races"))
    }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: ["http://races.example", "ftp://races.example", "https://me:pw@races.example"])
  func `nothing is sent to a place that is not safe`(base: String) async {
    let transport = transport(.status(200))
    await #expect(throws: APIFailure.insecure(host: "races.example")) {
      try await connection(transport, base: base).send(APICall(endpoint: "/races"))
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `a server's failure is waited out`() async throws {
    let transport = transport(
      .status(503), .failure(.interrupted(host: "h", reason: "r")), .status(200))
    let response = try await connection(transport).send(APICall(endpoint: "/races"))
    #expect(response.status == 200)
    #expect(transport.times == [0, 1, 3].map { .seconds($0) })
    #expect(records.values.map(\.attempt) == [1, 2, 3])
    #expect(records.values.map(\.status) == [503, nil, 200])
    #expect(records.values.map(\.error) == ["refused", "interrupted", nil])
  }

  @Test func `attempts are bounded, and the last failure is reported`() async {
    let transport = transport(.status(500))
    await #expect(throws: APIFailure.refused(HTTPResponse(status: 500, body: Data("[]".utf8)))) {
      try await connection(transport).send(APICall(endpoint: "/races"))
    }
    #expect(transport.requests.count == 4)
  }

  @Test func `Retry-After is waited for before the next attempt`() async throws {
    let transport = transport(.status(429, ["Retry-After": "3"]), .status(200))
    let connection = connection(transport)
    _ = try await connection.send(APICall(endpoint: "/races"))
    #expect(transport.times == [.zero, .seconds(3)])
    #expect(connection.limiter.status.warnings == 1)
    #expect(log.lines.contains { $0.hasPrefix("warning GET /races: 429") })
  }

  @Test func `a wait longer than allowed is not begun`() async {
    let transport = transport(.status(429, ["Retry-After": "3600"]))
    let connection = connection(transport)
    await #expect {
      try await connection.send(APICall(endpoint: "/races"))
    } throws: { error in
      guard case APIFailure.refused(let response) = error else { return false }
      return response.status == 429 && response.headers["Retry-After"] == "3600"
    }
    let end = clock.now + 3_600_000_000
    await #expect(throws: APIFailure.paused(host: "races.example", until: end)) {
      try await connection.send(APICall(endpoint: "/races"))
    }
    #expect(transport.requests.count == 1, "the second call is not sent at all")
    #expect(clock.uptime == .zero)
  }

  /// No 429 came, so none is reported.
  @Test(arguments: [
    ["Retry-After": "3600"] as HTTPHeaders,
    ["X-RateLimit-Requests-Remaining": "0", "X-RateLimit-Requests-Reset": "3600"],
  ])
  func `a used quota is reported with its end, though no request was refused`(headers: HTTPHeaders)
    async throws
  {
    let transport = transport(.status(200, headers))
    let connection = connection(transport)
    _ = try await connection.send(APICall(endpoint: "/races"))
    let end = clock.now + 3_600_000_000
    for method in [HTTPMethod.get, .post] {
      await #expect(throws: APIFailure.paused(host: "races.example", until: end)) {
        try await connection.send(APICall(method, endpoint: "/races"))
      }
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `an answer that also ends the quota is told, not the pause that it leads to`() async {
    let quota: HTTPHeaders = [
      "X-RateLimit-Requests-Remaining": "0", "X-RateLimit-Requests-Reset": "86400",
    ]
    let transport = transport(.status(503, quota), .status(200))
    await #expect {
      try await connection(transport).send(APICall(endpoint: "/races"))
    } throws: { error in
      guard case APIFailure.refused(let response) = error else { return false }
      return response.status == 503
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `a pause after a renewed login is told, not the refusal that the login mended`() async
  {
    let transport = transport(.status(401, ["Retry-After": "3600"]), .status(200))
    let keys = KeyRing("old", "new")
    await #expect(
      throws: APIFailure.paused(host: "races.example", until: clock.now + 3_600_000_000)
    ) {
      try await connection(transport, keys).send(APICall(endpoint: "/races"))
    }
    #expect(transport.requests.count == 1 && keys.renewals == 1)
  }

  @Test func `a post is not repeated`() async {
    let transport = transport(.status(503), .status(200))
    await #expect(throws: APIFailure.self) {
      try await connection(transport).send(APICall(.post, endpoint: "/bets", body: Data()))
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `20 callers at once keep the interval`() async {
    let clock = ManualClock()
    let transport = ScriptedTransport(clock, taking: .milliseconds(300), [.status(200)])
    let connection = connection(transport, interval: .seconds(1), clock: clock)
    await clock.run {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<20 {
          group.addTask { _ = try? await connection.send(APICall(endpoint: "/race/\(index)")) }
        }
      }
    }
    // The first four answers are awaited; then the connection knows how long they take.
    let gaps = (0..<19).map { Duration.milliseconds($0 < 4 ? 1_300 : 1_025) }
    #expect(transport.times.sorted() == gaps.reduce(into: [.zero]) { $0.append($0.last! + $1) })
  }

  @Test func `a redirect to the same host waits for the pace`() async throws {
    let transport = RedirectedTransport(
      clock, by: ["https://races.example/a", "https://RACES.example:443/b"])
    let connection = connection(transport, interval: .seconds(1))
    _ = try await connection.send(APICall(endpoint: "/racecards"))
    _ = try await connection.send(APICall(endpoint: "/racecards"))
    // A request after the last redirect to the host leaves one second later.
    #expect(transport.times.withLock { $0 } == [0, 1, 2, 3, 4, 5].map { .seconds($0) })
  }

  @Test(arguments: [
    "https://other.example/c", "https://races.example:8443/a", "https://api.races.example/a",
  ])
  func `a redirect to another host is not followed, and the error names it`(
    place: String
  ) async throws {
    let transport = RedirectedTransport(clock, by: ["https://races.example/a", place])
    let error = await #expect(throws: APIFailure.self) {
      try await connection(transport).send(APICall(endpoint: "/racecards"))
    }
    guard case .transport(.redirectedAway) = error else {
      Issue.record("found \(String(describing: error)); expected a redirect that is refused")
      return
    }
    // The request and one redirect were sent, and nothing was tried again.
    #expect(transport.times.withLock(\.count) == 2)
  }

  @Test func `a call is cancelled while it waits, and says so`() async {
    let clock = ManualClock()
    let transport = ScriptedTransport(clock, [.status(503)])
    let connection = connection(transport, clock: clock)
    let task = Task { try await connection.send(APICall(endpoint: "/races")) }
    await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: APIFailure.cancelled) { try await task.value }
    #expect(transport.requests.count == 1)
  }

  @Test func `each attempt is recorded with its time`() async throws {
    let transport = ScriptedTransport(clock, taking: .milliseconds(250), [.status(200)])
    _ = try await connection(transport).send(APICall(endpoint: "/race/{id}", path: "/race/77"))
    #expect(
      records.values == [
        RequestRecord(
          time: 1_775_000_000_000_000, api: "racing", endpoint: "/race/{id}", status: 200,
          microseconds: 250_000, bytes: 2)
      ])
  }

  @Test func `an expired key is renewed once and the call repeated`() async throws {
    let keys = KeyRing("first-secret-key", "second-secret-key")
    let transport = ScriptedTransport(clock) { _, request in
      .status(request.headers["X-Key"] == "second-secret-key" ? 200 : 401)
    }
    _ = try await connection(transport, keys).send(APICall(.post, endpoint: "/bets"))
    #expect(transport.requests.count == 2)
    #expect(keys.renewals == 1)
  }

  @Test(arguments: [401, 403])
  func `a key that stays refused is not tried for ever`(status: Int) async {
    let keys = KeyRing("first-secret-key", "second-secret-key")
    let transport = transport(.status(status))
    await #expect(throws: APIFailure.self) {
      try await connection(transport, keys).send(APICall(endpoint: "/races"))
    }
    #expect(transport.requests.count == (status == 401 ? 2 : 1))
    #expect(keys.renewals == (status == 401 ? 1 : 0))
  }

  @Test func `callers whose key expires together share one renewal`() async {
    let clock = ManualClock()
    let keys = KeyRing("first-secret-key", "second-secret-key", "third-secret-key", clock: clock)
    let transport = ScriptedTransport(clock, taking: .seconds(1)) { _, request in
      .status(request.headers["X-Key"] == "first-secret-key" ? 401 : 200)
    }
    let connection = connection(transport, keys, clock: clock)
    let statuses = await clock.run {
      await withTaskGroup(of: Int?.self) { group in
        for index in 0..<10 {
          group.addTask {
            try? await connection.send(APICall(endpoint: "/race/\(index)")).status
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(statuses == Array(repeating: 200, count: 10))
    #expect(keys.renewals == 1)
  }

  @Test func `parts of an answer are kept as answers of their own calls`() async throws {
    let transport = ScriptedTransport(clock) { index, _ in
      .success(HTTPResponse(status: 200, body: Data("answer \(index)".utf8)))
    }
    let connection = connection(transport)
    let parts: @Sendable (HTTPResponse) -> [(call: APICall, body: Data)] = { response in
      [
        (APICall(endpoint: "/a", freshFor: .seconds(20)), Data("a of ".utf8) + response.body),
        (APICall(endpoint: "/b", freshFor: nil), Data("b".utf8)),
      ]
    }
    let all = APICall(endpoint: "/all", freshFor: .seconds(10))
    func text(_ path: String) async throws -> String {
      let call = APICall(endpoint: path, freshFor: .seconds(20))
      return String(decoding: try await connection.send(call).body, as: UTF8.self)
    }
    _ = try await connection.send(all, parts: parts)
    #expect(try await text("/a") == "a of answer 0")
    #expect(try await text("/b") == "answer 1", "a part without a time is not kept")
    clock.advance(by: .seconds(15))
    #expect(try await text("/a") == "a of answer 0", "each part has its own time")
    _ = try await connection.send(all, parts: parts)
    #expect(try await text("/a") == "a of answer 2")
    connection.cache.invalidate()
    #expect(try await text("/a") == "answer 3")
    #expect(records.values.count { $0.cache == .hit } == 3)
  }
}
