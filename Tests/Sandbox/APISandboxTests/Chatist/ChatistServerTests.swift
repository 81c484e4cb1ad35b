import APICore
import APISandbox
import Foundation
import HTTPTransport
import Testing

/// The support service over loopback HTTP, beside the racing API.
struct ChatistServerTests {
  private struct Client {
    let service: ChatistSandbox
    let server: SandboxServer
    let url: URL
    let transport = AsyncHTTPTransport()

    func send(
      _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: Data? = nil
    ) async throws -> HTTPResponse {
      var headers = headers
      headers["x-api-key"] = ChatistSettings.standardKey
      let place = path.hasPrefix("http") ? path : url.absoluteString + path
      let request = HTTPRequest(method, URL(string: place)!, headers: headers, body: body)
      return try await transport.send(request, limits: TransferLimits())
    }
  }

  private func with(_ body: (Client) async throws -> Void) async throws {
    var settings = SandboxSettings(rate: 0)
    settings.slowDelay = .milliseconds(20)
    let service = try ChatistSandbox(ChatistSettings())
    let server = SandboxServer(
      settings, RacingSandbox(RacingSettings(programme: SandboxClient.small)), service)
    let client = Client(service: service, server: server, url: try await server.start())
    var failure: (any Error)?
    do { try await body(client) } catch { failure = error }
    await client.transport.shutdown(grace: .zero)
    await server.stop()
    if let failure { throw failure }
  }

  @Test func `a fault before the effect leaves no ticket, one behind it leaves one`() async throws {
    try await with { client in
      let kinds: [FaultKind] = [
        .reset, .stalled, .serverError, .unavailable, .rateLimited, .unauthorised, .lost,
        .truncated, .malformed, .slow,
      ]
      for kind in kinds {
        client.server.order([kind])
        _ = try? await client.send(
          .post, "/tickets", headers: ["Idempotency-Key": kind.rawValue],
          body: Data(ChatistDesk.order.utf8))
      }
      let messages = TruthRows(try client.service.truth(.messages)).rows
      let own = messages.filter { $0["sender_type"] == "customer" }
      #expect(own.map { $0["reference"] } == ["lost", "truncated", "malformed", "slow"])
      #expect(client.server.log.map(\.fault) == kinds)
    }
  }

  @Test func `a large attachment comes back over the network, and its address is not logged`()
    async throws
  {
    try await with { client in
      let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
      let sent = try await client.send(
        .post, "/tickets",
        headers: ["Content-Type": "multipart/form-data; boundary=\(FormPart.boundary)"],
        body: FormPart.body(FormPart.order + [.file("a b.png", bytes)]))
      try #require(sent.status == 201)
      let url = try JSONValue(parsing: sent.body)["messages"]?[0]?["attachments"]?[0]?.text
      let place = try #require(url)
      #expect(place.hasPrefix(client.url.absoluteString + "/attachments/"))
      #expect(try await client.send(.get, place).body == bytes)
      let log = String(
        decoding: try await client.send(.get, "/sandbox/log").body, as: UTF8.self)
      #expect(log.contains("/attachments/***"))
      #expect(!log.contains("a%20b.png") && !log.contains(ChatistSettings.standardKey))
    }
  }
}
