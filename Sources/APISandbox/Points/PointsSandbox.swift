import APICore
import Foundation

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
  /// - Throws: ``SandboxError`` `.state` if the file cannot be used.
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
