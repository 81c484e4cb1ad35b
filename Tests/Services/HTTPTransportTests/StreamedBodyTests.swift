import APICore
import Columns
import FeedContract
import Foundation
import TestSupport
import Testing

@testable import HTTPTransport

struct StreamedBodyTests {
  private let transport = AsyncHTTPTransport()
  private let limits = TransferLimits(totalTime: .seconds(60), bodyBytes: 10_000)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a file of zeros with a 7 at its end, which takes no space on disk.
  private func sparseFile(_ size: Int) throws -> StreamedBody.Piece {
    try Self.sparseFile(size, in: folder)
  }

  private static func sparseFile(
    _ size: Int, in folder: TemporaryFolder
  ) throws -> StreamedBody.Piece {
    let path = try folder.write("", to: "sparse")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: UInt64(size - 1))
    try file.seekToEnd()
    try file.write(contentsOf: Data([7]))
    try file.close()
    return .file(path: path, count: size)
  }

  @Test(arguments: [HTTPMethod.post, .put])
  func `bytes and files arrive as one body whose length is reported before`(method: HTTPMethod)
    async throws
  {
    let server = try ScriptedServer([.json("{}")])
    let one = try folder.write("é", to: "one")
    let none = try folder.write("", to: "none")
    let body = StreamedBody([
      .bytes(Data()), .bytes(Data("a".utf8)), .file(path: one, count: 2),
      .file(path: none, count: 0), .bytes(Data("\r\n\0b".utf8)),
    ])
    #expect(body.count == 7)
    let request = HTTPRequest(
      method, server.url.appending(path: "a"), headers: ["Content-Type": "x/y"], stream: body)
    let response = try await transport.send(request, limits: limits)
    #expect(response.status == 200)
    let arrived = try #require(server.requests.first)
    #expect(arrived.method == method.rawValue && arrived.body == Array("aé\r\n\0b".utf8))
    let names = ["Host", "Content-Type", "Accept-Encoding", "Content-Length"]
    #expect(arrived.headers.map(\.name) == names && arrived.header("Content-Length") == "7")
  }

  @Test func `a body of no bytes is reported as such`() async throws {
    let server = try ScriptedServer([.json("{}")])
    let none = try folder.write("", to: "none")
    let request = HTTPRequest(
      .post, server.url, stream: StreamedBody([.file(path: none, count: 0)]))
    _ = try await transport.send(request, limits: limits)
    #expect(server.requests.map(\.body) == [[]])
    #expect(server.requests.first?.header("Content-Length") == "0")
  }

  @Test(arguments: [1, 16_383, 16_384, 65_536, 65_537, 10 << 20])
  func `a file of any size arrives whole`(size: Int) async throws {
    let sink = try UploadSink()
    let request = HTTPRequest(.post, sink.url, stream: StreamedBody([try sparseFile(size)]))
    let response = try await transport.send(request, limits: limits)
    #expect(response.body == Data("\(size)".utf8))
    #expect(sink.uploads.map(\.last) == [7])
  }

  @Test func `a large upload arrives byte for byte`() async throws {
    var random = SeededGenerator(57)
    // A prime number of bytes: no piece of a buffer's size looks like another.
    let part = Data((0..<1_000_003).map { _ in UInt8.random(in: 0...255, using: &random) })
    var sent = Data()
    for _ in 0..<50 { sent.append(part) }
    let path = folder.file("large")
    try sent.write(to: URL(fileURLWithPath: path))
    let sink = try UploadSink(keepsBodies: true)
    let request = HTTPRequest(
      .post, sink.url, stream: StreamedBody([.file(path: path, count: sent.count)]))
    _ = try await transport.send(request, limits: limits)
    let bodies = sink.uploads.map(\.body)
    #expect(bodies.count == 1 && bodies.first == sent)
  }

  #if os(Linux)
    /// Returns the most memory that the process has held at once, in bytes.
    private static func peak() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    @Test func `memory does not grow with the file that is sent`() async throws {
      // A separate process: other tests take memory too.
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        let size = 256 << 20
        let folder = try TemporaryFolder()
        let sink = try UploadSink()
        let transport = AsyncHTTPTransport()
        // The first upload does the one-time set-up.
        var peaks: [Int] = []
        for size in [1 << 20, size] {
          let body = StreamedBody([try Self.sparseFile(size, in: folder)])
          let response = try await transport.send(
            HTTPRequest(.post, sink.url, stream: body), limits: TransferLimits())
          guard response.body == Data("\(size)".utf8) else { exit(2) }
          peaks.append(try Self.peak())
        }
        print("upload of \(size >> 20) MiB: peak \(peaks[1] >> 10) KiB after \(peaks[0] >> 10) KiB")
        exit(peaks[1] - peaks[0] < 8 << 20 ? 0 : 1)
      }
      print(String(decoding: result.standardOutputContent, as: UTF8.self))
    }
  #endif

  @Test func `a file is read again when the request is sent again`() async throws {
    let server = try ScriptedServer([.json("{}")])
    let path = try folder.write("abc", to: "file")
    let request = HTTPRequest(
      .post, server.url, stream: StreamedBody([.file(path: path, count: 3)]))
    for _ in 0..<3 { _ = try await transport.send(request, limits: limits) }
    #expect(server.requests.map(\.body) == Array(repeating: Array("abc".utf8), count: 3))
  }

  @Test(arguments: ["gone", "shorter", "longer", "folder"])
  func `a file that is not as it was told is an error, and no request arrives whole`(
    change: String
  ) async throws {
    let server = try ScriptedServer([.json("{}")])
    var path = try folder.write("abcd", to: "file")
    switch change {
    case "gone": try FileManager.default.removeItem(atPath: path)
    case "folder": path = folder.path
    default: _ = try folder.write(change == "shorter" ? "abc" : "abcde", to: "file")
    }
    let request = HTTPRequest(
      .post, server.url,
      stream: StreamedBody([.bytes(Data("head".utf8)), .file(path: path, count: 4)]))
    await #expect {
      try await transport.send(request, limits: limits)
    } throws: { error in
      guard case .unreadableBody(let host, let reason)? = error as? TransportError else {
        return false
      }
      return host == "127.0.0.1:\(server.port)" && reason.hasPrefix(path + ": ")
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a server that answers before the end of the body is heard`() async throws {
    let sink = try UploadSink(refusesAfter: 1)
    let request = HTTPRequest(.post, sink.url, stream: StreamedBody([try sparseFile(100_000)]))
    do {
      let response = try await transport.send(request, limits: limits)
      #expect(response.status == 413)
    } catch .interrupted {
      // The server's reset may overtake its answer.
    }
  }

  @Test func `a body that was sent does not go along with a redirect`() async throws {
    let server = try ScriptedServer([
      .json("", status: 303, headers: [("Location", "/next")]), .json("{}"),
    ])
    let path = try folder.write("abc", to: "file")
    let request = HTTPRequest(
      .post, server.url, headers: ["Content-Type": "x/y"],
      stream: StreamedBody([.file(path: path, count: 3)]))
    _ = try await transport.send(request, limits: limits)
    #expect(server.requests.map(\.method) == ["POST", "GET"])
    #expect(server.requests.last?.body == [] && server.requests.last?.header("Content-Type") == nil)
  }

  @Test func `an upload whose caller has gone ends`() async throws {
    let server = try ScriptedServer([ScriptedAnswer([.pause(.seconds(30)), .close])])
    let request = HTTPRequest(.post, server.url, stream: StreamedBody([try sparseFile(1 << 20)]))
    let task = Task { [transport, limits] in try await transport.send(request, limits: limits) }
    while server.connectionCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
  }
}
