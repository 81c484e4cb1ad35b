import APICore
import FeedContract
import Foundation
import HTTPTransport
import Testing

/// How connections are used.
struct ConnectionTests {
  private let transport = AsyncHTTPTransport()
  private let limits = TransferLimits(totalTime: .seconds(60))

  @Test func `1,000 requests share one connection`() async throws {
    let server = try ScriptedServer([
      // In one piece: the wait for an acknowledgement between two would be all that is measured.
      ScriptedAnswer([.send(ScriptedAnswer.head(200, [("Content-Length", "2")]) + Array("[]".utf8))]
      )
    ])
    _ = try await transport.send(HTTPRequest(.get, server.url), limits: limits)
    for index in 0..<1_000 {
      let request = HTTPRequest(.get, server.url.appending(path: "\(index)"))
      #expect(try await transport.send(request, limits: limits).status == 200)
    }
    #expect(server.connectionCount == 1)
  }
}
