import APICore
import Columns
import Foundation
import SandboxCore
import Synchronization

/// The API Horse Racing USA behind RapidAPI, over a season made from a seed.
public final class RacingSandbox: SandboxService {
  private struct State {
    var season: RacingSeason
    var today: Day
  }

  private let settings: RacingSettings
  private let state: Mutex<State>

  /// Makes the season.
  public init(_ settings: RacingSettings) {
    self.settings = settings
    let season = RacingSeason(settings.programme, seed: settings.seed)
    state = Mutex(
      State(season: season, today: settings.today ?? settings.programme.lastDay + 1))
  }

  /// The sandbox's day: races of earlier days are over.
  public var today: Day {
    get { state.withLock { $0.today } }
    set { state.withLock { $0.today = newValue } }
  }

  /// The season as CSV, one line per runner, as in `GET /sandbox/truth`.
  public var truth: String { state.withLock { TruthFile.text($0.season.races) } }

  /// Changes the result of a race: first and second swap places, and the new winner's price grows
  /// by one.
  ///
  /// - Parameter id: The race's `id_race`.
  /// - Returns: Whether there is such a race with a result.
  public func amend(race id: String) -> Bool {
    let truth: String? = state.withLock { state in
      guard let index = state.season.races.firstIndex(where: { $0.id == id }),
        state.season.races[index].amend()
      else { return nil }
      return TruthFile.text(state.season.races)
    }
    if let truth { settings.publishTruth(truth) }
    return truth != nil
  }

  /// True: the gateway counts requests.
  public var isLimited: Bool { true }

  /// Whether a path belongs to one of the seven calls.
  public func serves(_ path: String) -> Bool {
    ["/racecards", "/results"].contains(path)
      || ["/race/", "/horse-stats/"].contains { path.hasPrefix($0) }
      || WinRates.Subject.allCases.contains { path == "/\($0.rawValue)s-win-rate" }
  }

  /// Compares the header `X-RapidAPI-Key` with the key.
  public func keyUse(of request: HTTPRequest) -> LoggedRequest.KeyUse {
    guard let key = request.headers["X-RapidAPI-Key"] else { return .missing }
    return key == settings.key ? .right : .wrong
  }

  /// Answers the API's seven calls; 404 for others.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == .get else {
      return HTTPResponse(status: 405, message: "Method \(request.method.rawValue) not allowed")
    }
    let state = state.withLock { $0 }
    switch request.path {
    case "/racecards":
      return onDay(of: request, state) { races, _ in races }
    case "/results":
      return onDay(of: request, state) { races, today in races.filter { $0.isFinished(on: today) } }
    default:
      if let id = request.part(behind: "/race/") { return race(id, state) }
      if let id = request.part(behind: "/horse-stats/") { return horse(id, state) }
      for subject in WinRates.Subject.allCases
      where request.path == "/\(subject.rawValue)s-win-rate" {
        return winRates(by: subject, request, state)
      }
      return HTTPResponse(status: 404, message: "Endpoint '\(request.path)' does not exist")
    }
  }

  // MARK: - Implementation

  private func onDay(
    of request: HTTPRequest, _ state: State,
    _ choose: ([SandboxRace], Day) -> [SandboxRace]
  ) -> HTTPResponse {
    let asked = request.query("date")
    guard let day = asked.map({ Day(iso: $0) }) ?? state.today else {
      return HTTPResponse(status: 400, message: "date: found \(asked ?? ""); expected YYYY-MM-DD")
    }
    let races = choose(state.season.races.filter { $0.day == day }, state.today)
    return HTTPResponse(json: .list(races.map { $0.listed(settings.wire, on: state.today) }))
  }

  private func race(_ id: String, _ state: State) -> HTTPResponse {
    guard let race = state.season.races.first(where: { $0.id == id }) else {
      return HTTPResponse(status: 404, message: "Race \(id) not found")
    }
    return HTTPResponse(json: race.detail(settings.wire, on: state.today))
  }

  private func horse(_ id: String, _ state: State) -> HTTPResponse {
    let history = state.season.history(ofHorse: id, form: settings.wire, on: state.today)
    return history.map { HTTPResponse(json: $0) }
      ?? HTTPResponse(status: 404, message: "Horse \(id) not found")
  }

  private func winRates(
    by subject: WinRates.Subject, _ request: HTTPRequest, _ state: State
  ) -> HTTPResponse {
    let asked = request.query("last_days")
    guard let days = asked.map({ Int($0) }) ?? 30, (1...10_000).contains(days) else {
      return HTTPResponse(
        status: 400, message: "last_days: found \(asked ?? ""); expected 1 to 10000")
    }
    let rates = WinRates(state.season.races, by: subject, days: days, before: state.today)
    return HTTPResponse(json: rates.json(settings.wire))
  }
}

extension RacingSandbox {
  /// Answers `/sandbox/truth`, `/sandbox/today` and `/sandbox/amend`.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer, or nil for any other call.
  public func control(_ request: HTTPRequest) -> HTTPResponse? {
    switch (request.method, request.path) {
    case (.get, "/sandbox/truth"):
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/csv; charset=utf-8"], body: Data(truth.utf8))
    case (.get, "/sandbox/today"): HTTPResponse(json: .object([("today", .text(today.iso))]))
    case (.post, "/sandbox/today"): setToday(request)
    case (.post, "/sandbox/amend"): amend(request)
    default: nil
    }
  }

  private func setToday(_ request: HTTPRequest) -> HTTPResponse {
    guard let day = request.query("date").flatMap({ Day(iso: $0) }) else {
      return HTTPResponse(status: 400, message: "date: expected YYYY-MM-DD")
    }
    today = day
    return HTTPResponse(json: .object([("today", .text(day.iso))]))
  }

  private func amend(_ request: HTTPRequest) -> HTTPResponse {
    let id = request.query("race") ?? ""
    guard amend(race: id) else {
      return HTTPResponse(status: 404, message: "race \(id): expected one with a result")
    }
    return HTTPResponse(json: .object([("amended", .text(id))]))
  }
}

/// The refusals of RapidAPI's gateway, in front of the racing service.
extension RacingSandbox {
  /// Returns a refusal in RapidAPI's words.
  public func refusal(_ reason: SandboxRefusal) -> HTTPResponse {
    switch reason {
    case .unauthorised:
      HTTPResponse(
        status: 401,
        message: "Invalid API key. Go to https://docs.rapidapi.com/docs/keys for more info.")
    case .notSubscribed:
      HTTPResponse(status: 403, message: "You are not subscribed to this API.")
    case .rateLimited(let seconds):
      HTTPResponse(
        status: 429,
        message: "You have exceeded the rate limit per second for your plan, BASIC, by the API "
          + "provider", headers: ["Retry-After": String(seconds)])
    case .quotaExceeded(let seconds):
      HTTPResponse(
        status: 429,
        message: "You have exceeded the DAILY quota for Requests on your current plan, BASIC.",
        headers: ["Retry-After": String(seconds)])
    case .failed(let status):
      HTTPResponse(status: status, message: "The API provider has failed")
    }
  }

  /// Returns the quota in RapidAPI's fields.
  public func limitHeaders(_ quota: QuotaState) -> HTTPHeaders {
    [
      "X-RateLimit-Requests-Limit": String(quota.limit),
      "X-RateLimit-Requests-Remaining": String(quota.remaining),
      "X-RateLimit-Requests-Reset": String(quota.resetSeconds),
    ]
  }
}
