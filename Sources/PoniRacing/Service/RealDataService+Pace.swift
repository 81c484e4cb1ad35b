import APICore
import Foundation

extension RealDataService {
  /// The least time between two requests in seconds, as configured.
  public var minimumRequestInterval: TimeInterval {
    get { limiter.status.configuredInterval / .seconds(1) }
    set { limiter.setInterval(.seconds(newValue)) }
  }

  /// The least time between two requests now: longer than configured where the service said so.
  public var currentRequestInterval: TimeInterval { limiter.status.interval / .seconds(1) }

  /// When the last request left; nil before the first.
  public var lastRequestTime: Date? {
    limiter.status.lastRequest.map { Date(timeIntervalSince1970: Double($0) / 1e6) }
  }

  /// How often the service said that it was asked too much; each is logged as a warning.
  public var rateLimitWarningCount: Int { limiter.status.warnings }
}
