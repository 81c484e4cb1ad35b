import APICore
import APISandbox
import Columns
import Foundation
import HTTPTransport
import SyntheticRacing
import Testing

/// A running sandbox, and its client over loopback HTTP.
struct SandboxClient {
  /// Six days with some twelve races each.
  static let small = AmericanProgramme(
    firstDay: Day(year: 2024, month: 10, day: 31)!, dayCount: 6, racesPerDay: 12)

  let service: RacingSandbox
  let server: SandboxServer
  let url: URL
  private let transport = AsyncHTTPTransport()

  /// Starts a sandbox, runs `body`, and stops the sandbox.
  static func with(
    _ settings: SandboxSettings = SandboxSettings(rate: 0),
    racing: RacingSettings = RacingSettings(programme: small),
    _ body: (SandboxClient) async throws -> Void
  ) async throws {
    let service = RacingSandbox(racing)
    let server = SandboxServer(settings, service)
    let client = SandboxClient(
      service: service, server: server, url: try await server.start())
    do {
      try await body(client)
    } catch {
      await client.end()
      throw error
    }
    await client.end()
  }

  private func end() async {
    await transport.shutdown(grace: .zero)
    await server.stop()
  }

  /// Sends a request for a path below the base URL.
  func send(
    _ path: String, _ method: HTTPMethod = .get, key: String? = RacingSettings.standardKey,
    limits: TransferLimits = TransferLimits()
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(method, URL(string: url.absoluteString + path)!)
    request.headers["X-RapidAPI-Key"] = key
    return try await transport.send(request, limits: limits)
  }

  /// Returns the JSON of an answer.
  func json(_ path: String) async throws -> Any {
    let response = try await send(path)
    try #require(response.status == 200)
    return try JSONSerialization.jsonObject(with: response.body, options: .fragmentsAllowed)
  }

  /// Returns the races of a list whose values are all texts.
  func races(_ path: String) async throws -> [[String: String]] {
    try #require(try await json(path) as? [[String: String]])
  }
}
