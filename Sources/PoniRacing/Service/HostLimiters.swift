import APICore
import Foundation
import Synchronization

/// One rate limiter for each host, so that all services of a program keep its limit together.
///
/// The limit is the host's, not the program's part's; therefore this is the process's state.
enum HostLimiters {
  private static let limiters = Mutex<[String: RateLimiter]>([:])

  /// The limiter of a host.
  ///
  /// Where services ask for different intervals, the longest is kept; what is shared with other
  /// processes is up to the first.
  static func limiter(of settings: RacingServiceSettings) -> RateLimiter {
    let (url, interval) = (settings.baseURL, settings.interval)
    let host = "\(url.host() ?? "?"):\(url.port ?? 0)"
    return limiters.withLock { limiters in
      guard let limiter = limiters[host] else {
        let limiter = RateLimiter(interval: interval, others: settings.others)
        limiters[host] = limiter
        return limiter
      }
      if interval > limiter.status.configuredInterval { limiter.setInterval(interval) }
      return limiter
    }
  }
}
