import APICore
import FeedContract
import Foundation
import HTTPTransport
import PoniRacing
import Synchronization
import TestSupport

/// The racing service on loopback, as scripted, and clients of it whose clock does not wait.
final class ServedRacing: Sendable {
  static let key = "0123456789abcdefghijklmnopqrstuvwxyzABCD"
  /// One transport for all tests, as a program would have.
  static let transport = AsyncHTTPTransport()

  let server: ScriptedServer
  let clock: ManualClock
  let log = CapturedLog()
  let records = Mutex<[RequestRecord]>([])
  let rejected = Mutex<[JSONFailure]>([])

  /// Serves answers by their targets, such as `/race/901`; others give 404.
  ///
  /// - Parameters:
  ///   - now: The time at the start.
  ///   - answers: A body for each target.
  /// - Throws: When there is no free port.
  init(now: String = "2020-11-08 17:00:00", _ answers: [String: String]) throws {
    server = try ScriptedServer { request in
      answers[request.target].map { ScriptedAnswer.json($0) }
        ?? .json(#"{"message": "not found"}"#, status: 404)
    }
    clock = ManualClock(start: APIDate(now)!.micros, isImpatient: true)
  }

  /// Serves a closure's answers.
  init(
    now: String = "2020-11-08 17:00:00",
    answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer
  ) throws {
    server = try ScriptedServer(answer: answer)
    clock = ManualClock(start: APIDate(now)!.micros, isImpatient: true)
  }

  /// Returns the live service's day of ``Samples``.
  static func live() throws -> ServedRacing {
    try ServedRacing([
      "/racecards?date=2020-11-08": Samples.liveCards,
      "/results?date=2020-11-08": Samples.liveResults,
      "/race/901": Samples.liveRace901, "/race/902": Samples.liveRace902,
      "/horse-stats/51": Samples.horseStats51,
      "/jockeys-win-rate?last_days=30": Samples.jockeyRates,
      "/trainers-win-rate?last_days=30": Samples.trainerRates,
    ])
  }

  /// The targets of the requests, in order.
  var targets: [String] { server.requests.map(\.target) }

  func service(
    key: String? = ServedRacing.key, _ change: (inout RacingServiceSettings) -> Void = { _ in }
  ) -> RealDataService {
    var settings = RacingServiceSettings(baseURL: server.url)
    change(&settings)
    let surroundings = RacingSurroundings(
      transport: Self.transport, clock: clock, log: log.logger,
      limiter: RateLimiter(interval: settings.interval, clock: clock),
      observe: { record in self.records.withLock { $0.append(record) } },
      reject: { failure in self.rejected.withLock { $0.append(failure) } })
    return RealDataService(settings, key: key, surroundings: surroundings)
  }

  func manager(statistics: (any StatisticsSource)? = nil) -> DataSourceManager {
    DataSourceManager(service: service(), statistics: statistics)
  }
}
