import Foundation
import LoopbackHTTP
import TestSupport
import Testing

struct LoopbackServerTests {
  @Test func `a kept connection's requests are answered in order, until it is to close`()
    async throws
  {
    try await Self.with { port in
      let bodies = ["one", "", "three"]
      let requests = bodies.enumerated().map { index, body in
        Self.post(port, body, ["Content-Length: \(body.utf8.count)"])
          .replacing("A: b", with: index == 2 ? "Connection: close" : "A: b")
      }
      let answer = try await RawClient.ask(port, requests.joined())
      let heads = answer.matches(of: /HTTP\/1.1 200 OK\r\n/)
      #expect(heads.count == 3)
      #expect(answer.matches(of: /Connection: keep-alive/).count == 2)
      let order = bodies.map { "\r\n\r\nPOST /x [\($0)]" }
      var rest = Substring(answer)
      for part in order {
        let found = try #require(rest.range(of: part), "\(part) in \(answer)")
        rest = rest[found.upperBound...]
      }
      #expect(rest.isEmpty)
    }
  }

  @Test func `chunks make one body, whatever stands behind their sizes`() async throws {
    try await Self.with { port in
      let body = "3;a=b\r\nabc\r\n0A\r\n0123456789\r\n0\r\nX: y\r\n\r\n"
      let answer = try await RawClient.ask(
        port, Self.post(port, body, ["Transfer-Encoding: chunked", "Connection: close"]))
      #expect(answer.hasSuffix("POST /x [abc0123456789]"))
    }
  }

  @Test(arguments: [
    ("zz\r\nabc\r\n", "Transfer-Encoding: chunked", 400),
    ("-1\r\nabc\r\n", "Transfer-Encoding: chunked", 400),
    ("3\r\nabcd\r\n0\r\n\r\n", "Transfer-Encoding: chunked", 400),
    ("FFFFFFFFF\r\n", "Transfer-Encoding: chunked", 400),
    ("FFFFFFFF\r\n", "Transfer-Encoding: chunked", 413),
    (String(repeating: "0", count: 9_000), "Transfer-Encoding: chunked", 400),
    ("0\r\n" + String(repeating: "X: y\r\n", count: 20_000), "Transfer-Encoding: chunked", 431),
    ("x", "Transfer-Encoding: gzip", 400), ("x", "Transfer-Encoding: chunked, identity", 400),
    ("3\r\nabc\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 3", 400),
    ("abc", "Content-Length: 3\r\nContent-Length: 4", 400), ("abc", "Content-Length: +3", 400),
    ("abc", "Content-Length: -3", 400), ("abc", "Content-Length: 3 3", 400),
    ("abc", "Content-Length: 99999999999999999999", 400), ("abc", "Content-Length: 1001", 413),
  ])
  func `a body without one clear end is refused`(body: String, field: String, status: Int)
    async throws
  {
    try await Self.with { port in
      let client = try RawClient(port: port)
      // The refusal may end the connection before all is sent.
      try? client.send(Self.post(port, body, [field]))
      let answer = await client.read()
      #expect(Self.status(answer) == status || answer.isEmpty && body.count > 5_000)
      #expect(!answer.contains("POST /x"))
    }
  }

  /// Each was read in one way here and in another elsewhere: a body that is another request.
  @Test(arguments: [
    "Content-Length : 61", "Content-Length\t: 61", " Content-Length: 61",
    "A: b\nContent-Length: 61", "A: b\rContent-Length: 61", "Content(Length): 61",
    "A: \u{0}", "A\u{0}: b", "É: b", ": b", "A", "A\r: b",
  ])
  func `a line of the head that others read differently is refused`(line: String) async throws {
    try await Self.with { port in
      let answer = try await RawClient.ask(
        port, Self.post(port, Self.post(port, "", ["Connection: close"]), [line]))
      #expect(Self.status(answer) == 400)
      #expect(answer.matches(of: /HTTP\/1.1 \d/).count == 1)
    }
  }

  @Test(arguments: [
    "POST /x HTTP/1.2", "POST /x HTTP/1.1\n", "POST /x HTTP/1.1 ", "POST /x HTTP/1.",
    "POST /x http/1.1", "PO(ST /x HTTP/1.1", " /x HTTP/1.1", "POST /x\n HTTP/1.1",
  ])
  func `a first line of another form is refused`(line: String) async throws {
    try await Self.with { port in
      let request = Self.post(port, "", ["Connection: close"])
        .replacing("POST /x HTTP/1.1", with: line)
      let answer = try await RawClient.ask(port, request)
      #expect(Self.status(answer) == 400)
    }
  }

  @Test func `blanks around a value are no part of it`() async throws {
    try await Self.with { port in
      let request = Self.post(port, "abc", ["Content-Length: \t3 \t", "Connection:close "])
        .replacing("127.0.0.1:\(port)", with: "127.0.0.1:\(port) ")
      let answer = try await RawClient.ask(port, request)
      #expect(answer.hasSuffix("POST /x [abc]"))
    }
  }

  @Test func `an old version's connection ends with its answer`() async throws {
    try await Self.with { port in
      let request = Self.post(port, "", []).replacing("HTTP/1.1", with: "HTTP/1.0")
      let answer = try await RawClient.ask(port, request)
      #expect(answer.hasSuffix("POST /x []"))
    }
  }

  @Test(arguments: [(201, "Created"), (304, "Not Modified")])
  func `a status has its phrase`(status: Int, phrase: String) async throws {
    try await Self.with { port in
      let request = Self.post(port, "", ["Connection: close", "X-Status: \(status)"])
      let answer = try await RawClient.ask(port, request)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) \(phrase)\r\n"))
    }
  }

  @Test func `a client that asks first is told to go on`() async throws {
    try await Self.with { port in
      let client = try RawClient(port: port)
      try client.send(
        Self.post(port, "", ["Content-Length: 3", "Expect: 100-continue", "Connection: close"]))
      #expect(await client.read(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      try client.send("abc")
      let answer = await client.read()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK") && answer.hasSuffix("[abc]"))
    }
  }

  @Test(arguments: [
    "Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site",
    // A form on another site's page leads here when it is sent.
    "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate",
  ])
  func `another site's page can send nothing`(field: String) async throws {
    try await Self.with { port in
      let answer = try await RawClient.ask(port, Self.post(port, "", [field]))
      #expect(Self.status(answer) == 403)
      let other = Self.post(port, "", []).replacing("127.0.0.1", with: "evil.example")
      #expect(try await Self.status(RawClient.ask(port, other)) == 403)
    }
  }

  @Test func `long addresses, cut requests and slow connections keep no one out`() async throws {
    var limits = Self.limits
    limits.waitingCount = 20
    try await Self.with(limits) { port in
      let long = "GET /" + String(repeating: "x", count: 300_000) + " HTTP/1.1\r\n\r\n"
      var held: [RawClient] = []
      for start in [
        "", "G", "POST /x HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 9\r\n\r\nab",
      ] {
        for _ in 0..<30 {
          let client = try RawClient(port: port)
          try client.send(start)
          held.append(client)
        }
      }
      for _ in 0..<2 {
        let client = try RawClient(port: port)
        try? client.send(long)
        let answer = await client.read()
        #expect(answer.isEmpty || [414, 431].contains(Self.status(answer)))
      }
      let answer = try await RawClient.ask(port, Self.post(port, "", ["Connection: close"]))
      #expect(answer.hasSuffix("POST /x []"))
      #expect(await Self.status(held[0].read()) == 408)
    }
  }

  @Test func `a kept connection that asks no more ends without a word`() async throws {
    var limits = Self.limits
    limits.requestTime = .milliseconds(100)
    try await Self.with(limits) { port in
      let answer = try await RawClient.ask(port, Self.post(port, "", []))
      #expect(answer.hasSuffix("POST /x []"))
    }
  }

  @Test func `a field's value begins no other field`() async throws {
    try await Self.with { port in
      let value = "a\rSet-Cookie: b\n"
      let answer = try await RawClient.ask(
        port,
        Self.post(
          port, value, ["Content-Length: \(value.utf8.count)", "X-Echo: y", "Connection: close"]))
      #expect(answer.contains("X-Echo: aSet-Cookie: b\r\n"))
      let head = answer.prefix { $0 != "[" }
      #expect(!head.contains("\nSet-Cookie") && !head.contains("\rSet-Cookie"))
    }
  }

  // MARK: - Implementation

  private static var limits: LoopbackLimits {
    var limits = LoopbackLimits()
    limits.bodyBytes = 1000
    limits.keepsConnections = true
    return limits
  }

  /// Runs `body` with the port of a server that repeats each request.
  private static func with(
    _ limits: LoopbackLimits = limits, _ body: (UInt16) async throws -> Void
  ) async throws {
    let server = LoopbackServer(limits: limits) { request in
      let text = String(decoding: request.body, as: UTF8.self)
      return WireAnswer(
        request.head.field("x-status").flatMap { Int($0) } ?? 200,
        fields: request.head.field("x-echo").map { _ in [("X-Echo", text)] } ?? [],
        body: Data("\(request.head.method) \(request.head.target) [\(text)]".utf8))
    }
    let port = try await server.start(port: 0)
    do {
      try await body(port)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private static func post(_ port: UInt16, _ body: String, _ fields: [String]) -> String {
    (["POST /x HTTP/1.1", "Host: 127.0.0.1:\(port)", "A: b"] + fields + ["", body])
      .joined(separator: "\r\n")
  }

  private static func status(_ answer: String) -> Int {
    Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0
  }
}
