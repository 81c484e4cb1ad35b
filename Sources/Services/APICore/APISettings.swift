import Foundation

/// A client's host, limits and pace.
public struct APISettings: Sendable {
  /// The API's name in records, logs and messages, such as `racing`.
  public var api: String
  /// Scheme, host and a path before all endpoints.
  public var baseURL: URL
  /// The limits of one exchange.
  public var limits: TransferLimits
  /// The minimum time between two requests, across all callers.
  public var interval: Duration
  /// The rule for repeating a call.
  public var retries: RetryPolicy
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP: Bool
  /// The pace shared with other processes; nil for none.
  public var others: PaceFile?

  /// Makes settings.
  public init(
    api: String, baseURL: URL, limits: TransferLimits = TransferLimits(),
    interval: Duration = .zero, retries: RetryPolicy = RetryPolicy(), allowsPlainHTTP: Bool = false
  ) {
    self.api = api
    self.baseURL = baseURL
    self.limits = limits
    self.interval = interval
    self.retries = retries
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}
