import APICore
import FeedContract
import Foundation
import TestSupport
import Testing

@testable import HTTPTransport

struct AsyncHTTPTransportTests {
  private let transport = AsyncHTTPTransport()
  private let limits = TransferLimits(totalTime: .seconds(20), bodyBytes: 10_000)

  /// `[{"id": 1, "horse": "Étoile"}]`, packed by Python's gzip and zlib.
  private static let plain = #"[{"id": 1, "horse": "Étoile"}]"#
  private static let gzip = bytes(
    "H4sIAAAAAAAC/4uuVspMUbJSMNRRUMrILypOBbKVDneW5GfmpCrVxgIAJPMo9x8AAAA=")
  private static let deflate = bytes("eJyLrlbKTFGyUjDUUVDKyC8qTgWylQ53luRn5qQq1cYCAJP3CgU=")

  private static func bytes(_ base64: String) -> [UInt8] {
    [UInt8](Data(base64Encoded: base64) ?? Data())
  }

  /// Sends one request to a server with these answers.
  private func send(
    _ answers: ScriptedAnswer..., limits: TransferLimits? = nil
  ) async throws -> HTTPResponse {
    let server = try ScriptedServer(answers)
    return try await transport.send(
      HTTPRequest(.get, server.url.appending(path: "a")), limits: limits ?? self.limits)
  }

  /// Returns the error of an answer.
  private func failure(
    _ answer: ScriptedAnswer, limits: TransferLimits? = nil
  ) async throws -> TransportError? {
    do {
      let response = try await send(answer, limits: limits)
      Issue.record("found \(response); expected an error")
      return nil
    } catch let error as TransportError {
      return error
    }
  }

  @Test func `a request arrives as it was made, and its answer comes back`() async throws {
    let server = try ScriptedServer([.json(#"{"a": 1}"#, status: 201, headers: [("X-A", "b")])])
    let request = HTTPRequest(
      .post, server.url.appending(path: "bets"),
      headers: ["X-Key": "k", "Content-Type": "text/plain"],
      body: Data("é".utf8))
    let response = try await transport.send(request, limits: limits)
    #expect(response.status == 201)
    #expect(response.headers["x-a"] == "b")
    #expect(response.body == Data(#"{"a": 1}"#.utf8))
    let arrived = try #require(server.requests.first)
    #expect(arrived.method == "POST" && arrived.target == "/bets")
    #expect(arrived.header("x-key") == "k")
    #expect(arrived.body == Array("é".utf8))
  }

  @Test(arguments: [HTTPMethod.get, .post, .put, .delete], [nil, "", "é"])
  func `nothing is added to a request but what HTTP wants`(method: HTTPMethod, body: String?)
    async throws
  {
    let server = try ScriptedServer([.json("[]")])
    let url = try #require(URL(string: "\(server.url)/a/../b%2fc%2Fd?q=%c3%A9#part"))
    let headers: HTTPHeaders = ["X-Empty": "", "X-Two": "1", "Content-Length": "9"]
    _ = try await transport.send(
      HTTPRequest(method, url, headers: headers, body: body.map { Data($0.utf8) }), limits: limits)
    let arrived = try #require(server.requests.first)
    #expect(arrived.method == method.rawValue && arrived.target == "/a/../b%2fc%2Fd?q=%c3%A9")
    #expect(arrived.body == Array((body ?? "").utf8))
    let hasLength = body != nil || method == .post || method == .put
    let names = ["Host", "X-Empty", "X-Two", "Accept-Encoding"]
    #expect(arrived.headers.map(\.name) == names + (hasLength ? ["Content-Length"] : []))
    #expect(arrived.header("X-Empty") == "" && arrived.header("X-Two") == "1")
  }

  @Test func `only the last head of an answer counts, and no field behind the body`() async throws {
    let interim = Array("HTTP/1.1 103 Early\r\nLink: a\r\n\r\n".utf8)
    let head = ScriptedAnswer.head(200, [("Transfer-Encoding", "chunked"), ("X-A", "b")])
    let chunks = Array("2\r\n[]\r\n0\r\nX-Late: c\r\n\r\n".utf8)
    let response = try await send(ScriptedAnswer([.send(interim + head + chunks)]))
    #expect(response.status == 200 && response.body == Data("[]".utf8))
    #expect(response.headers.fields.map(\.name) == ["Transfer-Encoding", "X-A"])
  }

  private static let login = "me:Zx7"

  @Test(arguments: [
    ("http://[::1]:%d/", true), ("http://LOCALHOST:%d/", true),
    ("http://\(login)@127.0.0.1:%d/", false),
    ("http:///a", false), ("ftp://127.0.0.1:%d/", false), ("http://127.1:%d/", false),
  ])
  func `a URL is asked for as it reads`(form: String, isAsked: Bool) async throws {
    let nobody = try SilentPort()
    let url = try #require(URL(string: form.replacing("%d", with: "\(nobody.port)")))
    await #expect {
      try await transport.send(HTTPRequest(.get, url), limits: limits)
    } throws: { error in
      switch error as? TransportError {
      case .unreachable: isAsked
      case .malformed(_, let reason): !isAsked && reason == "the URL cannot be requested"
      default: false
      }
    }
  }

  @Test(arguments: [
    ("gzip", gzip), ("GZIP", gzip), ("deflate", deflate), ("identity", Array(plain.utf8)),
  ])
  func `packed bodies are unpacked`(coding: String, body: [UInt8]) async throws {
    let response = try await send(.whole(body, headers: [("Content-Encoding", coding)]))
    #expect(String(decoding: response.body, as: UTF8.self) == Self.plain)
  }

  @Test func `a body in chunks is put together`() async throws {
    let head = ScriptedAnswer.head(200, [("Transfer-Encoding", "chunked")])
    let response = try await send(
      ScriptedAnswer([
        .send(head), .send(Array("3\r\n[1,\r\n".utf8)), .pause(.milliseconds(20)),
        .send(Array("2\r\n2]\r\n0\r\n\r\n".utf8)),
      ]))
    #expect(response.body == Data("[1,2]".utf8))
  }

  @Test(arguments: [204, 200])
  func `an empty body may be called packed`(status: Int) async throws {
    let length = status == 204 ? [] : [("Content-Length", "0")]
    let response = try await send(
      ScriptedAnswer([
        .send(ScriptedAnswer.head(status, [("Content-Encoding", "gzip")] + length))
      ]))
    #expect(response.status == status && response.body.isEmpty)
  }

  /// Every place at which a body may be cut.
  @Test(arguments: ["length", "chunks", "gzip in chunks", "gzip"])
  func `a body that was cut off is never taken for a whole one`(kind: String) async throws {
    let body = kind.hasPrefix("gzip") ? Self.gzip : Array(Self.plain.utf8)
    let coding = kind.hasPrefix("gzip") ? [("Content-Encoding", "gzip")] : []
    for count in stride(from: 0, to: body.count, by: 7) {
      let part = Array(body.prefix(count))
      let answer: ScriptedAnswer
      switch kind {
      case "length":
        answer = ScriptedAnswer([
          .send(ScriptedAnswer.head(200, [("Content-Length", "\(body.count)")])), .send(part),
          .close,
        ])
      case "gzip":
        answer = .whole(part, headers: coding)
        if count == 0 { continue }
      default:
        let chunk = Array("\(String(body.count, radix: 16))\r\n".utf8) + part
        answer = ScriptedAnswer([
          .send(ScriptedAnswer.head(200, coding + [("Transfer-Encoding", "chunked")])),
          .send(chunk),
          .close,
        ])
      }
      let error = try await failure(answer)
      guard case .interrupted(let host, _) = error else {
        Issue.record("\(kind), \(count) bytes: \(String(describing: error))")
        continue
      }
      #expect(host.hasPrefix("127.0.0.1:"))
    }
  }

  @Test func `a head that was cut off is never taken for a whole one`() async throws {
    let head = ScriptedAnswer.head(200, [("Content-Type", "text/plain"), ("X-A", "b")])
    for count in stride(from: 0, to: head.count, by: 3) {
      switch try await failure(ScriptedAnswer([.send(Array(head.prefix(count))), .close])) {
      case .interrupted: break
      // The start of a status line may be anything.
      case .malformed where count < 17: break
      case let error: Issue.record("\(count) bytes: \(String(describing: error))")
      }
    }
  }

  @Test func `a head without end is refused`() async throws {
    let long = (0..<300).map { ("X-\($0)", String(repeating: "a", count: 1_000)) }
    let reason = "a head of more than 262144 bytes"
    guard
      case .malformed(_, reason) = try await failure(.whole([], headers: long))
    else {
      Issue.record("expected it to be malformed")
      return
    }
  }

  @Test func `chunks without their end are cut off too`() async throws {
    let answer = ScriptedAnswer([
      .send(ScriptedAnswer.head(200, [("Transfer-Encoding", "chunked")])),
      .send(Array("2\r\n[]\r\n".utf8)), .close,
    ])
    guard case .interrupted = try await failure(answer) else {
      Issue.record("expected an interruption")
      return
    }
  }

  @Test func `a damaged gzip body is malformed`() async throws {
    for place in [0, 2, 12, 20, Self.gzip.count - 6] {
      var damaged = Self.gzip
      damaged[place] ^= 0xFF
      let error = try await failure(.whole(damaged, headers: [("Content-Encoding", "gzip")]))
      guard case .malformed = error else {
        Issue.record("byte \(place): \(String(describing: error))")
        continue
      }
    }
    let trailing = Self.gzip + Array("more".utf8)
    guard
      case .malformed = try await failure(.whole(trailing, headers: [("Content-Encoding", "gzip")]))
    else {
      Issue.record("expected trailing bytes to be refused")
      return
    }
  }

  @Test(arguments: ["br", "gzip, gzip", "zstd", "x"])
  func `an unknown packing is not taken for text`(coding: String) async throws {
    let error = try await failure(.whole([1, 2, 3], headers: [("Content-Encoding", coding)]))
    guard case .malformed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the limit is on the unpacked size`() async throws {
    let tooMuch = [UInt8](repeating: 32, count: 10_001)
    #expect(try await send(.whole(Array(tooMuch.dropLast()))).body.count == 10_000)
    guard case .tooLarge(_, 10_000) = try await failure(.whole(tooMuch)) else {
      Issue.record("expected it to be too large")
      return
    }
    let bomb = ScriptedAnswer.whole(PackedBomb.bytes, headers: [("Content-Encoding", "gzip")])
    let whole = try await send(bomb, limits: TransferLimits(bodyBytes: (1 << 20) + 2))
    #expect(whole.body.count == (1 << 20) + 2 && whole.body.suffix(3) == Data(" []".utf8))
    guard case .tooLarge = try await failure(bomb) else {
      Issue.record("expected the bomb to be too large")
      return
    }
  }

  @Test(arguments: ["", "HTTP/9.9 what\r\n\r\n", "hello there\r\n\r\n", "\u{0}\u{1}\u{2}"])
  func `what is no HTTP is an error`(text: String) async throws {
    let error = try await failure(ScriptedAnswer([.send(Array(text.utf8)), .close]))
    switch error {
    case .malformed, .interrupted: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `random bytes never stop the program`() async throws {
    var random = SeededGenerator(51)
    for round in 0..<60 {
      let junk = (0..<Int.random(in: 1...200, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let answer =
        round % 2 == 0
        ? ScriptedAnswer([.send(junk), .close])
        : .whole(junk, headers: [("Content-Encoding", round % 4 == 1 ? "gzip" : "deflate")])
      _ = try? await send(answer)
    }
  }

  @Test func `a reset is an interruption`() async throws {
    guard case .interrupted = try await failure(ScriptedAnswer([.reset])) else {
      Issue.record("expected an interruption")
      return
    }
  }

  @Test func `a refused connection was never sent`() async throws {
    let nobody = try SilentPort()
    await #expect {
      try await transport.send(HTTPRequest(.get, nobody.url), limits: limits)
    } throws: { error in
      guard case TransportError.unreachable(let host, let reason) = error else { return false }
      return host == "127.0.0.1:\(nobody.port)" && reason == "connection refused"
    }
  }

  @Test func `the time limit holds for head and body`() async throws {
    let brief = TransferLimits(totalTime: .milliseconds(100))
    let head = ScriptedAnswer.Step.send(ScriptedAnswer.head(200, [("Content-Length", "9")]))
    for steps in [[.pause(.seconds(30))], [head, .send([1]), .pause(.seconds(30))]] {
      let error = try await failure(ScriptedAnswer(steps + [.close]), limits: brief)
      guard case .timedOut(_, after: .milliseconds(100)) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `the time to the first byte has a limit of its own`() async throws {
    let brief = TransferLimits(firstByteTime: .milliseconds(100), totalTime: .seconds(20))
    let silent = ScriptedAnswer([.pause(.seconds(30)), .close])
    guard case .timedOut(_, after: .milliseconds(100)) = try await failure(silent, limits: brief)
    else {
      Issue.record("expected it to be too late")
      return
    }
    let head = ScriptedAnswer.head(200, [("Content-Length", "2")])
    let slow = ScriptedAnswer([.send(head), .pause(.milliseconds(300)), .send(Array("[]".utf8))])
    #expect(try await send(slow, limits: brief).body == Data("[]".utf8))
  }

  @Test func `a request that is cancelled ends at once`() async throws {
    let server = try ScriptedServer([ScriptedAnswer([.pause(.seconds(30)), .close])])
    let task = Task { [transport, limits] in
      try await transport.send(HTTPRequest(.get, server.url), limits: limits)
    }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
  }

  @Test func `no error text holds the query or a header's value`() async throws {
    let server = try ScriptedServer([ScriptedAnswer([.reset])])
    let url = try #require(URL(string: "\(server.url)/a?token=Zx7"))
    let bad: [(URL, HTTPHeaders)] = [
      (url, ["X-Key": "Zx7"]), (url, ["X-Key": "Zx7\r\nX: y"]), (url, ["X Zx7": "a"]),
      (try #require(URL(string: "foo://h/?Zx7")), [:]),
      (try #require(URL(string: "https://127.0.0.1:\(server.port)/?Zx7")), ["X-Key": "Zx7"]),
    ]
    for (url, headers) in bad {
      await #expect {
        try await transport.send(
          HTTPRequest(.get, url, headers: headers),
          limits: TransferLimits(connectTime: .milliseconds(300), totalTime: .seconds(5)))
      } throws: { !"\($0) \(String(reflecting: $0))".contains("Zx7") }
    }
  }

  @Test func `a failed handshake is reported in words, without a place in somebody's source`()
    async throws
  {
    let folder = try TemporaryFolder()
    let script = """
      import os, socket, sys
      listener = socket.create_server(("127.0.0.1", 0))
      listener.settimeout(60)
      open(sys.argv[1] + ".new", "w").write(str(listener.getsockname()[1]))
      os.rename(sys.argv[1] + ".new", sys.argv[1])
      while True:
          connection = listener.accept()[0]
          connection.recv(65536)
          connection.sendall(b"HTTP/1.1 400 Bad Request\\r\\n\\r\\n")
          connection.close()
      """
    let server = try RailbirdProcess.start(
      program: "python3", ["-c", script, folder.file("port")])
    defer { server.kill() }
    var port: String?
    while port == nil {
      try await Task.sleep(for: .milliseconds(10))
      port = try? String(contentsOfFile: folder.file("port"), encoding: .utf8)
    }
    let place = "127.0.0.1:\(port ?? "")"
    let url = try #require(URL(string: "https://\(place)/a"))
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(HTTPRequest(.get, url), limits: limits)
    }
    guard case .unreachable(let host, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(host == place && reason.contains("TLS"))
    #expect(reason.contains("wrong version number"), "\(reason)")
    #expect(!reason.contains(/[\/\\]|\.(c|cc|swift)\b/), "\(reason)")
  }

  @Test func `a shutdown lets requests end and refuses new ones`() async throws {
    let transport = AsyncHTTPTransport()
    let server = try ScriptedServer { _ in
      ScriptedAnswer([.pause(.milliseconds(100))] + ScriptedAnswer.json("[]").steps)
    }
    let underWay = Task { [limits] in
      try await transport.send(HTTPRequest(.get, server.url), limits: limits)
    }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    await transport.shutdown()
    #expect(try await underWay.value.status == 200)
    await #expect(throws: TransportError.cancelled) {
      try await transport.send(HTTPRequest(.get, server.url), limits: limits)
    }
  }

  @Test func `a shutdown cuts off what outlasts its grace`() async throws {
    let transport = AsyncHTTPTransport()
    let server = try ScriptedServer([ScriptedAnswer([.pause(.seconds(30)), .close])])
    let underWay = Task { [limits] in
      try await transport.send(HTTPRequest(.get, server.url), limits: limits)
    }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    await transport.shutdown(grace: .milliseconds(50))
    await #expect(throws: TransportError.self) { try await underWay.value }
  }

  @Test func `a transport can be named for all clients`() {
    AsyncHTTPTransport.useForSharedClients()
    #expect(SharedTransport.current is AsyncHTTPTransport)
  }
}
