import APICore
import Foundation
import Synchronization

/// One rate limiter per host, shared by all services of a program.
///
/// The limit belongs to the host, so the limiters are process-wide state.
enum HostLimiters {
  private static let limiters = Mutex<[String: RateLimiter]>([:])

  /// Returns the limiter of a host.
  ///
  /// If services ask for different intervals, the longest counts; the first service decides about
  /// sharing with other processes.
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
