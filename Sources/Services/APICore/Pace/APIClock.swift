import Columns
import Foundation

/// A clock that can also wait; tests give their own.
public protocol APIClock: Sendable {
  /// The time of day, µs since 1970 UTC.
  var now: Int64 { get }
  /// Time since a fixed moment; it never goes back, and setting the time of day does not change it.
  var uptime: Duration { get }
  /// Waits.
  ///
  /// - Parameter uptime: The end of the wait, by ``uptime``.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until uptime: Duration) async throws(CancellationError)
}

/// The machine's clock.
public struct SystemClock: APIClock {
  /// Makes the machine's clock.
  public init() {}

  /// The time of day, µs since 1970 UTC.
  public var now: Int64 { Int64((Date().timeIntervalSince1970 * 1e6).rounded(.down)) }

  /// Time since the machine started, sleep included: the same in all processes.
  public var uptime: Duration {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC_RAW, &time)
    #endif
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Waits until ``uptime`` reaches the given time.
  public func sleep(until uptime: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(for: uptime - self.uptime, clock: .continuous)
    } catch {
      throw CancellationError()
    }
  }
}
