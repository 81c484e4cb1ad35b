import APICore
import Foundation
import SandboxCore

/// A running club's API of points and seasonal rewards, over a club made from a seed.
///
/// Unlike the racing sandbox, it changes with its calls: its state is a club's book, in memory or
/// in a file.
public final class PointsSandbox: SandboxService {
  static let root = "/api/v1/points/"
  static let seasonal = root + "seasonal/"
  static let rewards = seasonal + "rewards"

  let settings: PointsSettings
  let book: StateBook

  /// Makes the club, or resumes the one in the state file.
  ///
  /// - Parameter settings: The club, and the service's options.
  /// - Throws: `SandboxError` `.state` if the file cannot be used.
  public init(_ settings: PointsSettings) throws(SandboxError) {
    self.settings = settings
    book = try ClubBook.open(settings)
  }

  /// False: the service has no request limit.
  public var isLimited: Bool { false }

  /// Whether a path belongs to the points or the roster.
  public func serves(_ path: String) -> Bool {
    path.hasPrefix(Self.root) || path.hasPrefix("/xc/")
  }

  /// Compares the coach's token, if one is set and a reward is to be changed; otherwise accepts.
  public func keyUse(of request: HTTPRequest) -> LoggedRequest.KeyUse {
    guard let token = settings.coachToken, request.method != .get,
      request.path == Self.rewards || request.path.hasPrefix(Self.rewards + "/")
    else { return .right }
    guard let sent = request.headers["Authorization"] else { return .missing }
    return sent == "Bearer \(token)" ? .right : .wrong
  }

  /// Answers the API's calls; 404 for others.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    do {
      return try reply(to: request)
    } catch {
      return ServiceAnswers.failure(error.status, error.message, path: request.path)
    }
  }

  /// Returns a refusal in the form of the service's framework.
  public func refusal(_ reason: SandboxRefusal) -> HTTPResponse {
    switch reason {
    case .unauthorised: ServiceAnswers.failure(401, "Only coaches can manage seasonal rewards")
    case .notSubscribed: ServiceAnswers.failure(403, "Access Denied")
    case .rateLimited(let seconds), .quotaExceeded(let seconds):
      HTTPResponse(status: 429, headers: ["Retry-After": String(seconds)])
    case .failed(let status): ServiceAnswers.failure(status, "No message available")
    }
  }

  /// Returns no fields.
  public func limitHeaders(_ quota: QuotaState) -> HTTPHeaders { [:] }

  /// Runs the changes of a call as one transaction.
  func writing<Result>(
    _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(RefusedRequest) -> Result {
    do { return try book.write(body) } catch { throw RefusedRequest(500, "\(error)") }
  }

  /// Runs the queries of a call as one transaction.
  func reading<Result>(
    _ body: (BookStatements) throws(SandboxError) -> Result
  ) throws(RefusedRequest) -> Result {
    do { return try book.read(body) } catch { throw RefusedRequest(500, "\(error)") }
  }

  // MARK: - Implementation

  private func reply(to request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    switch (request.method, request.path) {
    case (.get, Self.seasonal + "progress"): return try progress(request)
    case (.get, Self.rewards): return try listRewards(request)
    case (.get, Self.seasonal + "leaderboard"): return try leaderboard(request)
    case (.post, Self.rewards): return try createReward(request)
    case (.post, Self.root + "earn"): return try earn(request)
    case (.get, Self.root + "transactions"): return try transactions(request)
    case (.get, Self.root + "config"): return config
    case (.get, "/xc/runners"): return try roster(request)
    case (.get, "/xc/allRunners/"): return try allRunners()
    default: break
    }
    if let id = request.part(behind: Self.rewards + "/") { return try changeReward(id, request) }
    if let id = request.part(behind: Self.seasonal), request.method == .get {
      return try runnerPoints(id, request)
    }
    return ServiceAnswers.failure(404, "No message available", path: request.path)
  }
}

extension PointsSandbox {
  /// Returns the time for a new transaction or reward, in whole milliseconds.
  func now(_ book: BookStatements) throws(SandboxError) -> Int64 {
    let micros = try book.clock()?.at ?? settings.clock.now
    return micros - micros % 1_000
  }

  /// Advances a set clock by its step.
  func moveClock(_ book: BookStatements) throws(SandboxError) {
    guard var clock = try book.clock(), clock.step > 0 else { return }
    clock.at += clock.step
    try book.setClock(clock)
  }
}

/// The calls that list runners.
extension PointsSandbox {
  /// Answers `GET /xc/runners`: a year's roster of both teams, optionally with inactive runners.
  ///
  /// The service takes a year in `filter.season` and fails without it, even with `filter.getAll`:
  /// that adds inactive runners, not other classes.
  func roster(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let text = request.query("filter.season") ?? ""
    guard let year = Int(text), (0...9_999).contains(year) else {
      throw RefusedRequest(500, "For input string: \"\(text)\"")
    }
    let isAll = request.query("filter.getAll") == "true"
    let isXC = isAll || request.query("filter.xcRoster") != "false"
    let classes = ClubSeason(season: isXC ? "xc" : "track", year: String(year)).classes
    let isActiveOnly = request.query("filter.active") == "true"
    return try list { runner in
      classes?.contains(runner.graduationClass) == true && (runner.isActive || !isActiveOnly)
    }
  }

  /// Answers `GET /xc/allRunners/`: all runners of all classes.
  func allRunners() throws(RefusedRequest) -> HTTPResponse { try list { _ in true } }

  // MARK: - Implementation

  private func list(_ isListed: (ClubRunner) -> Bool) throws(RefusedRequest) -> HTTPResponse {
    try reading { book throws(SandboxError) in
      let runners = try book.runners().filter(isListed)
      return HTTPResponse(json: .list(runners.map { $0.json(settings.wire) }))
    }
  }
}
