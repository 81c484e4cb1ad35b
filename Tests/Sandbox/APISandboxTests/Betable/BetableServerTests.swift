import APICore
import APISandbox
import Foundation
import HTTPTransport
import SyntheticRacing
import Testing

/// The betting service over loopback HTTP, beside the racing API.
struct BetableServerTests {
  private struct Client {
    let service: BetableSandbox
    let server: SandboxServer
    let url: URL
    let transport = AsyncHTTPTransport()

    func send(
      _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: String? = nil
    ) async throws -> HTTPResponse {
      let request = HTTPRequest(
        method, URL(string: url.absoluteString + path)!, headers: headers,
        body: body.map { Data($0.utf8) })
      return try await transport.send(request, limits: TransferLimits())
    }

    /// Returns an unbacked bet with a key.
    func bet(_ token: String, _ key: String) async throws -> HTTPResponse {
      try await send(
        .post, "/1.0/games/wheel/unbacked-bet?access_token=\(token)",
        headers: ["Idempotency-Key": key], body: #"{"wagers":[{"bet":"odd","wager":"1"}]}"#)
    }
  }

  private func with(_ body: (Client) async throws -> Void) async throws {
    var settings = SandboxSettings(rate: 0)
    settings.slowDelay = .milliseconds(20)
    let service = try BetableSandbox(BetableSettings())
    let server = SandboxServer(
      settings, RacingSandbox(RacingSettings(programme: SandboxClient.small)), service)
    let client = Client(service: service, server: server, url: try await server.start())
    var failure: (any Error)?
    do { try await body(client) } catch { failure = error }
    await client.transport.shutdown(grace: .zero)
    await server.stop()
    if let failure { throw failure }
  }

  private func unbackedToken(_ client: Client) async throws -> String {
    let pair = "\(BetableSettings.standardClientID):\(BetableSettings.standardClientSecret)"
    let answer = try await client.send(
      .post, "/1.0/token",
      headers: ["Authorization": "Basic " + Data(pair.utf8).base64EncodedString()],
      body: "grant_type=client_credentials&client_user_id=guest&redirect_uri="
        + PercentEncoding.part(BetableSettings.standardRedirect))
    return try #require(try JSONValue(parsing: answer.body)["access_token"]?.text)
  }

  @Test func `a fault before the effect leaves no bet, one behind it leaves one`() async throws {
    try await with { client in
      let token = try await unbackedToken(client)
      let kinds: [FaultKind] = [
        .reset, .stalled, .serverError, .unavailable, .rateLimited, .lost, .truncated, .malformed,
        .slow,
      ]
      for kind in kinds {
        client.server.order([kind])
        _ = try? await client.bet(token, kind.rawValue)
      }
      let bets = TruthRows(try client.service.truth(.bets)).rows
      #expect(bets.map { $0["reference"] } == ["lost", "truncated", "malformed", "slow"])
      let sent = client.server.log.dropFirst()
      #expect(sent.map(\.idempotencyKey) == kinds.map(\.rawValue))
      #expect(sent.map(\.fault) == kinds)
    }
  }

  @Test func `the server's log states keys, and no token`() async throws {
    try await with { client in
      let token = try await unbackedToken(client)
      _ = try await client.bet(token, "k-1")
      let page =
        "/authorize?client_id=\(BetableSettings.standardClientID)&redirect_uri="
        + PercentEncoding.part(BetableSettings.standardRedirect) + "&response_type=code&state=s"
      let told = try await client.send(.get, "/sandbox/betable" + page)
      let location = try JSONValue(parsing: told.body)["location"]?.text
      #expect(location?.hasPrefix(BetableSettings.standardRedirect + "?code=") == true)
      // Our transport follows no redirect to another scheme.
      _ = try? await client.send(.get, page)
      #expect(client.server.log.last?.status == 302)
      let log = String(
        decoding: try await client.send(.get, "/sandbox/log").body, as: UTF8.self)
      #expect(log.contains(#""idempotency_key":"k-1""#))
      #expect(log.contains("access_token=***"))
      #expect(!log.contains(token) && !log.contains(BetableSettings.standardClientSecret))
      let refused = try await client.send(.get, "/1.0/account?access_token=" + token + "x")
      #expect(refused.status == 401)
      let unknown = try await client.send(.get, "/sandbox/betable/nothing")
      #expect(unknown.status == 404)
      #expect(client.server.log.last?.key == .wrong)
    }
  }
}
