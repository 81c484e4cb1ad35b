import APICore
import APISandbox
import Foundation
import HTTPTransport
import SyntheticRacing
import Testing

/// Both APIs on one port.
struct PointsServerTests {
  private struct Client {
    let server: SandboxServer
    let url: URL
    let transport = AsyncHTTPTransport()

    func send(
      _ path: String, _ method: HTTPMethod = .get, body: String? = nil,
      headers: HTTPHeaders = [:]
    ) async throws -> HTTPResponse {
      let request = HTTPRequest(
        method, URL(string: url.absoluteString + path)!, headers: headers,
        body: body.map { Data($0.utf8) })
      return try await transport.send(request, limits: TransferLimits())
    }
  }

  private func with(
    _ settings: SandboxSettings = SandboxSettings(rate: 0), token: String? = nil,
    _ body: (Client) async throws -> Void
  ) async throws {
    var points = PointsSettings()
    points.coachToken = token
    let server = SandboxServer(
      settings, RacingSandbox(RacingSettings(programme: SandboxClient.small)),
      try PointsSandbox(points))
    let client = Client(server: server, url: try await server.start())
    let result = await Result { () async throws in try await body(client) }
    await client.transport.shutdown(grace: .zero)
    await server.stop()
    try result.get()
  }

  private static let progress = "\(PointsDesk.seasonal)/progress?\(PointsDesk.xc)"
  private static let key: HTTPHeaders = ["X-RapidAPI-Key": RacingSettings.standardKey]

  @Test func `the racing API's rate is its own`() async throws {
    var settings = SandboxSettings(rate: 0.001)
    settings.quota = 2
    try await with(settings) { client in
      #expect(try await client.send("/racecards", headers: Self.key).status == 200)
      for _ in 0..<20 {
        let answer = try await client.send(Self.progress)
        #expect(answer.status == 200 && answer.headers["X-RateLimit-Requests-Limit"] == nil)
      }
      #expect(try await client.send("/racecards", headers: Self.key).status == 429)
      #expect(client.server.log.map(\.status) == [200] + Array(repeating: 200, count: 20) + [429])
    }
  }

  @Test func `faults are for both, in the order of the requests`() async throws {
    try await with { client in
      client.server.order([.serverError, .unavailable, .malformed])
      #expect(try await client.send(Self.progress).status == 500)
      #expect(try await client.send("/racecards", headers: Self.key).status == 503)
      let broken = try await client.send(Self.progress)
      #expect((try? JSONSerialization.jsonObject(with: broken.body)) == nil)
      #expect(try await client.send(Self.progress).status == 200)
    }
  }

  @Test func `a body comes through, and an empty answer is empty`() async throws {
    try await with { client in
      let path = PointsDesk.seasonal + "/rewards"
      let body = """
        {"season":"xc","year":2024,"description":"Müsli \\u0022bars\\u0022","pointThreshold":10,\
        "displayOrder":1}
        """
      let made = try await client.send(path, .post, body: body)
      let reward = try JSONSerialization.jsonObject(with: made.body) as? [String: Any]
      #expect(reward?["description"] as? String == "Müsli \"bars\"")
      let again = try await client.send(path, .post, body: body)
      #expect(again.status == 400 && again.body.isEmpty)
      let gone = try await client.send(path + "/1", .delete)
      #expect(gone.status == 200 && gone.body.isEmpty)
    }
  }

  @Test func `a coach's token is wanted for changes of rewards alone`() async throws {
    try await with(token: "open-sesame") { client in
      let path = PointsDesk.seasonal + "/rewards"
      let body =
        "{\"season\":\"xc\",\"year\":\"2024\",\"description\":\"d\",\"pointThreshold\":1,\"displayOrder\":1}"
      #expect(try await client.send(path, .post, body: body).status == 401)
      let wrong: HTTPHeaders = ["Authorization": "Bearer open"]
      #expect(try await client.send(path + "/1", .delete, headers: wrong).status == 401)
      let right: HTTPHeaders = ["Authorization": "Bearer open-sesame"]
      #expect(try await client.send(path, .post, body: body, headers: right).status == 200)
      #expect(try await client.send(Self.progress).status == 200)
      let earn = "{\"runnerId\":1,\"activityType\":\"WORKOUT\"}"
      #expect(try await client.send("/api/v1/points/earn", .post, body: earn).status == 200)
      #expect(client.server.log.map(\.key) == [.missing, .wrong, .right, .right, .right])
      let log = String(decoding: try await client.send("/sandbox/log").body, as: UTF8.self)
      #expect(!log.contains("sesame"))
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
