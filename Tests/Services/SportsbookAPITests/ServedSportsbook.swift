import APICore
import FeedContract
import Foundation
import HTTPTransport
import SportsbookAPI
import Synchronization
import TestSupport

/// The sportsbook on loopback, as scripted, and clients of it whose clock does not wait.
final class ServedSportsbook: Sendable {
  static let token = "t0" + String(repeating: "Kq5", count: 12) + "z9"
  static let newToken = "u1" + String(repeating: "Lr6", count: 12) + "y8"
  static let username = "user@example.test"
  static let password = #"pa"ss\wörd/0815"#
  static let credentials = SportsbookCredentials(
    username: username, password: Secret(password))
  /// One transport for all tests, as a program would have.
  static let transport = AsyncHTTPTransport()

  let server: ScriptedServer
  let clock: ManualClock
  let log = CapturedLog()
  let records = Mutex<[RequestRecord]>([])
  let rejected = Mutex<[JSONFailure]>([])

  /// Serves a closure's answers.
  init(
    now: String = "2024-05-15 12:00:00",
    answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer
  ) throws {
    server = try ScriptedServer(answer: answer)
    clock = ManualClock(start: APIDate(now)!.micros, isImpatient: true)
  }

  /// Serves one body for every request.
  convenience init(_ body: String, status: Int = 200) throws {
    try self.init { _ in .json(body, status: status) }
  }

  /// Serves the guide's answers; `change` may answer otherwise.
  static func guide(
    now: String = "2024-05-15 12:00:00",
    _ change: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer? = { _ in nil }
  ) throws -> ServedSportsbook {
    try ServedSportsbook(now: now) { request in
      change(request) ?? guideAnswer(to: request)
    }
  }

  /// Returns the guide's answer to a request.
  static func guideAnswer(to request: ScriptedRequest) -> ScriptedAnswer {
    let path = String(request.target.prefix { $0 != "?" })
    guard let body = answers[path] else {
      return .json(#"{"message": "Not found"}"#, status: 404)
    }
    return .json(body)
  }

  private static let answers = [
    "/api/auth/v1/login": Samples.login, "/api/home/v1/template": Samples.homeTemplate,
    "/api/promotions/v1": Samples.allPromotions,
    "/api/promotions/v1/alert-banner": Samples.alertBanner,
    "/api/promotions/v1/banners": Samples.banners,
    "/api/promotions/v1/sport-banners": Samples.sportBanners,
    "/api/promotions/v1/boosted-odds-banners": Samples.boostedOddsBanners,
    "/api/promotions/v1/hero-cards": Samples.heroCards,
    "/api/promotions/v1/stories": Samples.stories, "/api/promotions/v1/news": Samples.news,
    "/api/promotions/v1/pro-choices": Samples.proChoices,
  ]

  /// Method and target of the requests, in order.
  var asked: [String] { server.requests.map { "\($0.method) \($0.target)" } }

  /// The last path components of the requests, in order.
  var askedEndpoints: [String] {
    server.requests.map { request in
      String(request.target.prefix { $0 != "?" }.split(separator: "/").last ?? "")
    }
  }

  /// Makes a client, logged in by default.
  func client(
    token: String? = ServedSportsbook.token, credentials: SportsbookCredentials? = nil,
    _ change: (inout SportsbookServiceSettings) -> Void = { _ in }
  ) -> SportsbookClient {
    var settings = SportsbookServiceSettings(baseURL: server.url)
    change(&settings)
    return SportsbookClient(
      settings, surroundings: surroundings, credentials: credentials,
      token: token.map { Secret($0) })
  }

  var surroundings: SportsbookSurroundings {
    SportsbookSurroundings(
      transport: Self.transport, clock: clock, log: log.logger,
      observe: { record in self.records.withLock { $0.append(record) } },
      reject: { failure in self.rejected.withLock { $0.append(failure) } })
  }
}

extension ScriptedRequest {
  /// The path without the query.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// Whether it is the login.
  var isLogin: Bool { path == "/api/auth/v1/login" }
}
