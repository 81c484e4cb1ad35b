import APICore
import FeedContract
import Foundation
import HTTPTransport
import SeasonalRewards
import Synchronization
import TestSupport

/// The rewards service on loopback, as scripted, and clients of it whose clock does not wait.
final class ServedRewards: Sendable {
  static let token = "t0" + String(repeating: "Kq5", count: 12) + "z9"
  /// One transport for all tests, as a program would have.
  static let transport = AsyncHTTPTransport()

  let server: ScriptedServer
  let clock: ManualClock
  let log = CapturedLog()
  let records = Mutex<[RequestRecord]>([])
  let rejected = Mutex<[JSONFailure]>([])

  /// Serves a closure's answers.
  init(
    now: String = "2024-10-15 17:00:00",
    answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer
  ) throws {
    server = try ScriptedServer(answer: answer)
    clock = ManualClock(start: APIDate(now)!.micros, isImpatient: true)
  }

  /// Serves one body for every request.
  convenience init(_ body: String, status: Int = 200) throws {
    try self.init { _ in .json(body, status: status) }
  }

  /// Serves the guide's answers.
  static func guide() throws -> ServedRewards {
    try ServedRewards { request in
      let path = request.target.prefix { $0 != "?" }
      switch (request.method, path) {
      case ("GET", "/api/v1/points/seasonal/progress"): return .json(Samples.progress)
      case ("GET", "/api/v1/points/seasonal/rewards"): return .json(Samples.rewards)
      case ("GET", "/api/v1/points/seasonal/123"): return .json(Samples.runnerPoints)
      case ("GET", "/api/v1/points/seasonal/leaderboard"): return .json(Samples.leaderboard)
      case ("GET", "/api/v1/points/transactions"): return .json(Samples.transactions)
      case ("GET", "/api/v1/points/config"): return .json(Samples.config)
      case ("GET", "/xc/allRunners/"), ("GET", "/xc/runners"): return .json(Samples.runners)
      case ("POST", "/api/v1/points/seasonal/rewards"): return .json(Samples.reward)
      case ("PUT", "/api/v1/points/seasonal/rewards/2"): return .json(Samples.reward)
      case ("DELETE", "/api/v1/points/seasonal/rewards/2"): return .whole([])
      case ("POST", "/api/v1/points/earn"): return .json(Samples.earned)
      default: return .json("", status: 404)
      }
    }
  }

  /// Method and target of the requests, in order.
  var asked: [String] { server.requests.map { "\($0.method) \($0.target)" } }

  /// The body of the last request, as JSON.
  var lastBody: JSONValue? {
    server.requests.last.flatMap { try? JSONValue(parsing: Data($0.body)) }
  }

  func service(_ change: (inout SeasonalServiceSettings) -> Void = { _ in }) -> DataService {
    service(headers: { [:] }, change)
  }

  func service(
    headers: @escaping @Sendable () -> HTTPHeaders,
    _ change: (inout SeasonalServiceSettings) -> Void = { _ in }
  ) -> DataService {
    var settings = SeasonalServiceSettings(baseURL: server.url)
    change(&settings)
    return DataService(settings, surroundings: surroundings(headers))
  }

  func surroundings(_ headers: @escaping @Sendable () -> HTTPHeaders = { [:] })
    -> SeasonalSurroundings
  {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/New_York")!
    return SeasonalSurroundings(
      transport: Self.transport, clock: clock, calendar: calendar, log: log.logger,
      authHeaders: { headers() },
      observe: { record in self.records.withLock { $0.append(record) } },
      reject: { failure in self.rejected.withLock { $0.append(failure) } })
  }
}

extension Result where Failure == any Error {
  /// The client's error; nil after a success.
  var failure: SeasonalRewardsError? {
    if case .failure(let error) = self { error as? SeasonalRewardsError } else { nil }
  }
}
