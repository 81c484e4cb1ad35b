import Foundation

/// A client's host, limits and manners.
public struct APISettings: Sendable {
  /// The API's name in records, logs and messages, such as `racing`.
  public var api: String
  /// Scheme, host and a path in front of all endpoints.
  public var baseURL: URL
  /// What one exchange may take.
  public var limits: TransferLimits
  /// The least time between two requests, whoever sends them.
  public var interval: Duration
  /// When a call is made again.
  public var retries: RetryPolicy
  /// Whether plain `http` is accepted for hosts other than loopback.
  public var allowsPlainHTTP: Bool
  /// The pace that is kept together with other processes; nil for none.
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
