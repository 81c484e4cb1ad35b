import APICore
import Foundation

/// One API that a sandbox serves: what is its own, without sockets, limits and faults.
public protocol SandboxService: Sendable {
  /// Whether the settings' rate and quota hold for it.
  var isLimited: Bool { get }

  /// Whether a path is one of the API's.
  func serves(_ path: String) -> Bool

  /// Which key a request comes with.
  func keyUse(of request: HTTPRequest) -> LoggedRequest.KeyUse

  /// Answers a request that has passed key and limits.
  func answer(_ request: HTTPRequest) -> HTTPResponse

  /// Says no in the words of the API.
  func refusal(_ reason: SandboxRefusal) -> HTTPResponse

  /// Says no to a request whose key is not right; `refusal(.unauthorised)` unless the API tells keys
  /// that are wrong in different ways apart.
  func keyRefusal(of request: HTTPRequest) -> HTTPResponse

  /// The header fields about limits that each answer carries.
  func limitHeaders(_ quota: QuotaState) -> HTTPHeaders

  /// Path and query as the log tells them: as they came, unless the API's secrets travel there.
  func loggedTarget(_ request: HTTPRequest) -> String

  /// Answers one of its own calls below `/sandbox/`, such as `/sandbox/truth`.
  ///
  /// - Returns: The answer, or nil for a call that is not its own.
  func control(_ request: HTTPRequest) -> HTTPResponse?
}

extension SandboxService {
  /// The words for any key that is not right.
  public func keyRefusal(of request: HTTPRequest) -> HTTPResponse { refusal(.unauthorised) }

  /// Path and query as they came.
  public func loggedTarget(_ request: HTTPRequest) -> String { request.target }
}

/// Why a request is not answered.
public enum SandboxRefusal: Equatable, Sendable {
  /// Without a key, or with a wrong one.
  case unauthorised
  /// With a key that has no subscription.
  case notSubscribed
  /// Too soon; it may come again after some seconds.
  case rateLimited(retryAfter: Int)
  /// Too many in this period; it may come again after some seconds.
  case quotaExceeded(retryAfter: Int)
  /// The server is at fault, with a status from 500 on.
  case failed(status: Int)
}

/// How much of a period's quota is left.
public struct QuotaState: Equatable, Sendable {
  /// Requests in a period.
  public let limit: Int
  /// Those left.
  public let remaining: Int
  /// Seconds to the next period.
  public let resetSeconds: Int
}
