import APICore
import Foundation

extension RealDataService {
  /// The configured minimum time between two requests, in seconds.
  public var minimumRequestInterval: TimeInterval {
    get { limiter.status.configuredInterval / .seconds(1) }
    set { limiter.setInterval(.seconds(newValue)) }
  }

  /// The current minimum time between two requests; longer than configured if the service asked.
  public var currentRequestInterval: TimeInterval { limiter.status.interval / .seconds(1) }

  /// The time of the last request; nil before the first.
  public var lastRequestTime: Date? {
    limiter.status.lastRequest.map { Date(timeIntervalSince1970: Double($0) / 1e6) }
  }

  /// The number of times the service reported too many requests; each is logged as a warning.
  public var rateLimitWarningCount: Int { limiter.status.warnings }
}
