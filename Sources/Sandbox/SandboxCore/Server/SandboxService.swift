import APICore
import Foundation

/// One API of a sandbox, without sockets, limits and faults.
public protocol SandboxService: Sendable {
  /// Whether the settings' rate and quota apply to it.
  var isLimited: Bool { get }

  /// Whether a path belongs to the API.
  func serves(_ path: String) -> Bool

  /// Returns the state of a request's key.
  func keyUse(of request: HTTPRequest) -> LoggedRequest.KeyUse

  /// Answers a request that has passed key and limits.
  func answer(_ request: HTTPRequest) -> HTTPResponse

  /// Returns a refusal in the API's words.
  func refusal(_ reason: SandboxRefusal) -> HTTPResponse

  /// Returns the refusal of a request's key; `refusal(.unauthorised)` unless the API distinguishes
  /// several kinds of wrong keys.
  func keyRefusal(of request: HTTPRequest) -> HTTPResponse

  /// Returns the header fields about limits in each answer.
  func limitHeaders(_ quota: QuotaState) -> HTTPHeaders

  /// Returns path and query for the log: unchanged, unless they may hold the API's secrets.
  func loggedTarget(_ request: HTTPRequest) -> String

  /// Answers one of its own calls below `/sandbox/`, such as `/sandbox/truth`.
  ///
  /// - Returns: The answer, or nil for any other call.
  func control(_ request: HTTPRequest) -> HTTPResponse?
}

extension SandboxService {
  /// Returns the refusal of any wrong key.
  public func keyRefusal(of request: HTTPRequest) -> HTTPResponse { refusal(.unauthorised) }

  /// Returns path and query unchanged.
  public func loggedTarget(_ request: HTTPRequest) -> String { request.target }
}

/// The reason for refusing a request.
public enum SandboxRefusal: Equatable, Sendable {
  /// The key is missing or wrong.
  case unauthorised
  /// The key has no subscription.
  case notSubscribed
  /// The request came too soon; it may be repeated after some seconds.
  case rateLimited(retryAfter: Int)
  /// The period's quota is used up; the request may be repeated after some seconds.
  case quotaExceeded(retryAfter: Int)
  /// The server fails, with a status from 500.
  case failed(status: Int)
}

/// The rest of a period's quota.
public struct QuotaState: Equatable, Sendable {
  /// Requests in a period.
  public let limit: Int
  /// The remaining requests.
  public let remaining: Int
  /// Seconds to the next period.
  public let resetSeconds: Int
}
