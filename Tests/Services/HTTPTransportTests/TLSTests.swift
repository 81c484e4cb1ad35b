import APICore
import FeedContract
import Foundation
import TestSupport
import Testing

@testable import HTTPTransport

/// The transport's trust, and its protocols.
@Suite(.enabled(if: TLSServer.canRun, "\(TLSServer.absence)"))
struct TLSTests {
  private let limits = TransferLimits(totalTime: .seconds(20))

  private func transport(trusting certificates: String? = nil) -> AsyncHTTPTransport {
    AsyncHTTPTransport(NetworkSettings(environment: [:], certificates: certificates))
  }

  /// Returns the text of the error, which reveals neither the TLS library nor the request.
  private func refusal(_ server: TLSServer, trusting certificates: String? = nil) async -> String {
    do {
      let url = server.url.appending(queryItems: [URLQueryItem(name: "key", value: "Zx7")])
      _ = try await transport(trusting: certificates).send(HTTPRequest(.get, url), limits: limits)
      return ""
    } catch TransportError.unreachable(_, let reason) {
      #expect(!reason.contains("/") && !reason.contains("Zx7"), "\(reason)")
      return reason
    } catch {
      return "\(error)"
    }
  }

  @Test func `an unsigned certificate is refused`() async throws {
    let refusal = await refusal(try TLSServer())
    #expect(refusal.contains(/^TLS: self.signed certificate/), "\(refusal)")
  }

  @Test func `a certificate for another name is refused`() async throws {
    let server = try TLSServer(name: "DNS:racing.example")
    let refusal = await refusal(server, trusting: server.certificate)
    #expect(refusal.contains(/^TLS: no alternative certificate subject name/), "\(refusal)")
  }

  @Test func `a certificate that is trusted will do`() async throws {
    let server = try TLSServer()
    let transport = transport(trusting: server.certificate)
    for _ in 1...3 {
      let response = try await transport.send(HTTPRequest(.get, server.url), limits: limits)
      #expect(response.status == 200 && response.body == Data("[]".utf8))
    }
    #expect(server.connections == ["http/1.1"])
  }

  @Test func `a server without TLS is told by its answer`() async throws {
    let refusal = await refusal(try TLSServer(protocols: "plain"))
    #expect(refusal.contains(/^TLS: [a-z ]*(wrong version|packet length)/), "\(refusal)")
  }

  @Test func `requests share one connection of HTTP 2 where it is offered`() async throws {
    let server = try TLSServer(protocols: "h2")
    let transport = transport(trusting: server.certificate)
    let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<20 {
        group.addTask { [limits, url = server.url] in
          try await transport.send(HTTPRequest(.get, url), limits: limits).body
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(bodies == Array(repeating: Data("[]".utf8), count: 20))
    #expect(server.connections == ["h2"])
  }

  @Test func `a body that ends with the connection, without notice, was cut off`() async throws {
    let server = try TLSServer(isCutOff: true)
    await #expect {
      try await transport(trusting: server.certificate).send(
        HTTPRequest(.get, server.url), limits: limits)
    } throws: { error in
      guard case TransportError.interrupted = error else { return false }
      return true
    }
  }
}
