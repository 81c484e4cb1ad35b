import APICore
import FeedContract
import Foundation
import HTTPTransport
import Synchronization
import Testing

/// The use of connections, and the number of times that a request is sent.
struct ConnectionTests {
  private let transport = AsyncHTTPTransport()
  private let limits = TransferLimits(totalTime: .seconds(60))

  @Test func `1,000 requests share one connection`() async throws {
    // Sent as one piece; two pieces would mostly wait for an acknowledgement.
    let answer = ScriptedAnswer.head(200, [("Content-Length", "2")]) + Array("[]".utf8)
    let server = try ScriptedServer([ScriptedAnswer([.send(answer)])])
    for index in 0..<1_000 {
      let request = HTTPRequest(.get, server.url.appending(path: "\(index)"))
      #expect(try await transport.send(request, limits: limits).status == 200)
    }
    #expect(server.connectionCount == 1)
  }

  @Test func `a connection that the server has closed is replaced`() async throws {
    let server = try ScriptedServer([
      ScriptedAnswer(ScriptedAnswer.json("[1]").steps + [.close]), .json("[2]"),
    ])
    #expect(try await transport.send(HTTPRequest(.get, server.url), limits: limits).status == 200)
    try await Task.sleep(for: .milliseconds(50))
    let second = try await transport.send(HTTPRequest(.get, server.url), limits: limits)
    #expect(second.body == Data("[2]".utf8) && server.connectionCount == 2)
  }

  /// libcurl would take it as the next request's answer.
  @Test(arguments: [HTTPMethod.get, .post])
  func `an answer that no one asked for is not the next request's`(method: HTTPMethod) async throws
  {
    let server = try ScriptedServer { request in
      let own = ScriptedAnswer.json("\"\(request.target)\"").steps
      let other = ScriptedAnswer.json("\"of nobody\"").steps
      return ScriptedAnswer(own + [.pause(.milliseconds(20))] + other)
    }
    for number in 1...2 {
      let body = method == .post ? Data("b".utf8) : nil
      let request = HTTPRequest(method, server.url.appending(path: "\(number)"), body: body)
      let answer = try await transport.send(request, limits: limits)
      #expect(String(decoding: answer.body, as: UTF8.self) == "\"/\(number)\"")
      // Until the other answer has surely come.
      try await Task.sleep(for: .seconds(1))
    }
    #expect(server.requests.map(\.target) == ["/1", "/2"])
    #expect(server.connectionCount == 2)
  }

  /// libcurl would send it up to six times.
  @Test(arguments: [HTTPMethod.get, .post, .put, .delete])
  func `a request is sent once, though its connection breaks`(method: HTTPMethod) async throws {
    let server = try ScriptedServer([.json("[]"), ScriptedAnswer([.close])])
    let request = HTTPRequest(method, server.url, body: method == .post ? Data("b".utf8) : nil)
    _ = try await transport.send(HTTPRequest(.get, server.url), limits: limits)
    await #expect {
      try await transport.send(request, limits: limits)
    } throws: { error in
      guard case TransportError.interrupted = error else { return false }
      return true
    }
    #expect(server.requests.map(\.method) == ["GET", method.rawValue])
  }

  /// After the error "cannot be reached" a caller may repeat the request.
  @Test func `a request that was sent is not called unreachable, though the server is gone after`()
    async throws
  {
    let gone = Mutex<ScriptedServer?>(nil)
    let server = try ScriptedServer { request in
      if request.index > 0 { gone.withLock { $0 }?.stop() }
      return .json("[]")
    }
    gone.withLock { $0 = server }
    defer { gone.withLock { $0 = nil } }
    _ = try await transport.send(HTTPRequest(.get, server.url), limits: limits)
    await #expect {
      let request = HTTPRequest(.post, server.url, body: Data("b".utf8))
      _ = try await transport.send(request, limits: limits)
    } throws: { error in
      guard case TransportError.interrupted = error else { return false }
      return true
    }
    #expect(server.requests.map(\.method) == ["GET", "POST"])
  }

  /// The server holds each answer for half a minute; a call that waited for it would be found out.
  @Test func `100 slow answers are cancelled before they come, and the next request is answered`()
    async throws
  {
    let server = try ScriptedServer { request in
      request.target == "/now" ? .json("[]") : ScriptedAnswer([.pause(.seconds(30)), .close])
    }
    let tasks = (0..<100).map { _ in
      Task { [transport, limits] in
        try await transport.send(HTTPRequest(.get, server.url), limits: limits)
      }
    }
    // The maximum for one host at once; the others wait for a connection.
    while server.requests.count(where: { $0.target == "/" }) < 64 {
      try await Task.sleep(for: .milliseconds(1))
    }
    let start = ContinuousClock.now
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: TransportError.cancelled) { try await task.value }
    }
    let time = start.duration(to: .now)
    let next = HTTPRequest(.get, server.url.appending(path: "now"))
    #expect(try await transport.send(next, limits: limits).status == 200)
    #expect(time < .seconds(10))
    // Other tests keep the processors busy at the same time.
    print("cancelled: 100 requests in \(time)")
  }
}
