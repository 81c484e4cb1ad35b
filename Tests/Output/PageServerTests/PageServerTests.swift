import Foundation
import LoopbackHTTP
import PageServer
import TestSupport
import Testing

struct PageServerTests {
  private static let token = "0123456789abcdef"

  @Test func `a right request is answered, with what it asks`() async throws {
    let port = try await Self.start()
    let answer = try await RawClient.ask(
      port, Self.get("/\(Self.token)/page?a=1%202&b=x%26y+z&c", port))
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\npage a=1 2;b=x&y z;c=;"))
    for field in [
      "Content-Security-Policy: default-src 'none'", "Cache-Control: no-store",
      "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
      "Cross-Origin-Resource-Policy: same-origin", "Connection: close",
    ] {
      #expect(answer.contains("\r\n\(field)\r\n"), "\(field)")
    }
    #expect(!answer.contains("Access-Control"))
  }

  @Test func `HEAD gets the head of what GET gets`() async throws {
    let port = try await Self.start()
    let get = Self.get("/\(Self.token)/page", port)
    let whole = try await RawClient.ask(port, get)
    let head = try await RawClient.ask(port, get.replacing("GET", with: "HEAD"))
    #expect(head.hasSuffix("\r\n\r\n") && whole == head + "page ")
  }

  @Test(arguments: [
    // Without, with another, with half of the token, and out of its folder.
    ("/", 403), ("/page", 403), ("/0123456789abcdee/", 403), ("/01234567/", 403),
    ("/0123456789abcdef", 403), ("/0123456789abcdef/../etc/passwd", 403),
    ("/../../etc/passwd", 403), ("/0123456789abcdef/%2e%2e%2fetc%2fpasswd", 404),
    ("/0123456789abcdef/..", 404), ("//0123456789abcdef/", 403),
    ("http://127.0.0.1/0123456789abcdef/", 400), ("/0123456789abcdef/?a=%zz", 400),
    ("/0123456789abcdef/?a=%ff", 400), ("*", 400), ("/a b", 400),
  ])
  func `another address gets nothing`(target: String, status: Int) async throws {
    let port = try await Self.start()
    #expect(try await Self.status(RawClient.ask(port, Self.get(target, port))) == status)
  }

  @Test(arguments: [
    "evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:PORT",
    "[::1]:PORT", "",
  ])
  func `a name made to lead here gets nothing`(host: String) async throws {
    let port = try await Self.start()
    let host = host.replacing("PORT", with: "\(port)")
    let request = "GET /\(Self.token)/page HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    #expect(try await Self.status(RawClient.ask(port, request)) == 403)
    let none = "GET /\(Self.token)/page HTTP/1.1\r\n\r\n"
    #expect(try await Self.status(RawClient.ask(port, none)) == 403)
    let twice = Self.get("/\(Self.token)/page", port, "Host: \(host)")
    #expect(try await Self.status(RawClient.ask(port, twice)) == 403)
  }

  @Test(arguments: [
    ("Origin: http://evil.example", 403), ("Origin: null", 403),
    ("Origin: https://127.0.0.1:PORT", 403), ("Origin: http://localhost:PORT", 403),
    ("Origin: http://127.0.0.1:PORT", 200), ("Sec-Fetch-Site: cross-site", 403),
    ("Sec-Fetch-Site: same-site", 403), ("Sec-Fetch-Site: same-origin", 200),
    ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate", 200),
    ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors", 403),
  ])
  func `other sites' requests get nothing`(field: String, status: Int) async throws {
    let port = try await Self.start()
    let field = field.replacing("PORT", with: "\(port)")
    let request = Self.get("/\(Self.token)/page", port, field)
    #expect(try await Self.status(RawClient.ask(port, request)) == status)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get"])
  func `nothing but reading is possible`(method: String) async throws {
    let port = try await Self.start()
    let request = Self.get("/\(Self.token)/page", port).replacing("GET", with: method)
    let answer = try await RawClient.ask(port, request)
    #expect(Self.status(answer) == 405 && answer.contains("Allow: GET, HEAD\r\n"))
  }

  @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked", "Content-Length: -1"])
  func `a body is refused`(field: String) async throws {
    let port = try await Self.start()
    let request = Self.get("/\(Self.token)/page", port, field) + "hello"
    #expect(try await Self.status(RawClient.ask(port, request)) == 413)
  }

  @Test func `addresses and heads have a limit`() async throws {
    let port = try await Self.start()
    let long = String(repeating: "x", count: 32 << 10)
    let address = Self.get("/\(Self.token)/page?a=\(long)", port)
    #expect(try await Self.status(RawClient.ask(port, address)) == 414)
    let just = Self.get("/\(Self.token)/page?a=\(long.dropLast(64))", port)
    #expect(try await Self.status(RawClient.ask(port, just)) == 200)
    let fields = Self.get("/\(Self.token)/page", port, "X: \(long)\r\nY: \(long)")
    #expect(try await Self.status(RawClient.ask(port, fields)) == 431)
    // A head without an end is cut off, too.
    let endless = "GET /" + String(repeating: "x", count: 100_000)
    let client = try RawClient(port: port)
    try? client.send(endless)
    // The end of the connection may overtake the answer.
    let answer = await client.read()
    #expect(answer.isEmpty || Self.status(answer) == 431)
  }

  @Test(arguments: [
    "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2\r\n\r\n", "\u{0}\u{1}\r\n\r\n", " \r\n\r\n",
  ])
  func `noise is refused`(noise: String) async throws {
    let port = try await Self.start()
    #expect(try await Self.status(RawClient.ask(port, noise)) == 400)
  }

  @Test func `a head that comes in pieces is whole at its end`() async throws {
    let port = try await Self.start()
    let client = try RawClient(port: port)
    for character in Self.get("/\(Self.token)/page", port).unicodeScalars {
      try client.send(String(character))
    }
    #expect(await Self.status(client.read()) == 200)
  }

  @Test func `slow connections keep no one out`() async throws {
    var limits = LoopbackLimits()
    limits.waitingCount = 4
    let port = try await Self.start(limits)
    let oldest = try RawClient(port: port)
    try oldest.send("GET /")
    for _ in 0..<20 {
      let slow = try RawClient(port: port)
      try slow.send("GET /\(Self.token)/page HTTP/1.1\r\nHost: ")
      #expect(
        try await Self.status(RawClient.ask(port, Self.get("/\(Self.token)/page", port))) == 200)
    }
    let held = try (0..<20).map { _ in try RawClient(port: port) }
    for client in held { try client.send("GET /") }
    #expect(
      try await Self.status(RawClient.ask(port, Self.get("/\(Self.token)/page", port))) == 200)
    #expect(await Self.status(oldest.read()) == 408)
  }

  @Test func `a head that does not end in time is refused`() async throws {
    var limits = LoopbackLimits()
    limits.requestTime = .milliseconds(50)
    let port = try await Self.start(limits)
    let client = try RawClient(port: port)
    try client.send("GET /\(Self.token)/page HTTP/1.1\r\n")
    #expect(await Self.status(client.read()) == 408)
  }

  @Test func `too many questions at once are refused`() async throws {
    var limits = LoopbackLimits()
    limits.workingCount = 1
    let (asked, hasAsked) = AsyncStream.makeStream(of: Void.self)
    let (freed, free) = AsyncStream.makeStream(of: Void.self)
    let server = PageServer(token: Self.token, limits: limits) { _ in
      hasAsked.yield()
      for await _ in freed { break }
      return PageAnswer(json: "1")
    }
    let port = try await Self.port(server)
    let first = try RawClient(port: port)
    try first.send(Self.get("/\(Self.token)/", port))
    for await _ in asked { break }
    let second = try await RawClient.ask(port, Self.get("/\(Self.token)/", port))
    #expect(Self.status(second) == 503)
    free.yield()
    #expect(await Self.status(first.read()) == 200)
    await server.stop()
  }

  @Test func `a port in use is named, and a stopped server is gone`() async throws {
    let server = PageServer(token: Self.token) { _ in PageAnswer(json: "1") }
    let port = try await Self.port(server)
    let second = PageServer(token: Self.token) { _ in PageAnswer(json: "2") }
    await #expect(throws: LoopbackError.portInUse(Int(port))) {
      try await second.start(port: port)
    }
    #expect("\(LoopbackError.portInUse(80))".hasPrefix("port 80: found another program"))
    await server.stop()
    await server.waitUntilStopped()
    #expect(throws: (any Error).self) { try RawClient(port: port) }
  }

  // MARK: - Implementation

  /// Starts a server that repeats each request; it serves until the process ends.
  private static func start(_ limits: LoopbackLimits = LoopbackLimits()) async throws -> UInt16 {
    let server = PageServer(token: token, limits: limits) { request in
      guard request.path == "page" else { return PageAnswer(refusal: 404, "no such page") }
      let items = request.items.map { "\($0.name)=\($0.value);" }.joined()
      return PageAnswer(html: "page \(items)", policy: "default-src 'none'")
    }
    return try await port(server)
  }

  private static func port(_ server: PageServer) async throws -> UInt16 {
    let address = try await server.start(port: 0)
    let found = try #require(address.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/(\w+)\/$/))
    #expect(found.2 == token)
    return try #require(UInt16(found.1))
  }

  private static func get(_ target: String, _ port: UInt16, _ field: String = "A: b") -> String {
    "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(field)\r\n\r\n"
  }

  private static func status(_ answer: String) -> Int? {
    Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
  }
}
