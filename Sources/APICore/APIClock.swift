import Columns
import Foundation

/// The time, and waiting for it to pass; tests give their own.
public protocol APIClock: Sendable {
  /// The time of day, µs since 1970 UTC.
  var now: Int64 { get }
  /// Time since some fixed moment; never goes back.
  var uptime: Duration { get }
  /// Waits.
  ///
  /// - Parameter uptime: Until when, by ``uptime``.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until uptime: Duration) async throws(CancellationError)
}

/// The machine's clock.
public struct SystemClock: APIClock {
  private static let start = ContinuousClock.now

  /// Makes the machine's clock.
  public init() {}

  /// The time of day, µs since 1970 UTC.
  public var now: Int64 { Int64((Date().timeIntervalSince1970 * 1e6).rounded(.down)) }

  /// Time since the first use.
  public var uptime: Duration { Self.start.duration(to: .now) }

  /// Waits until ``uptime`` has come.
  public func sleep(until uptime: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(until: Self.start + uptime, clock: .continuous)
    } catch {
      throw CancellationError()
    }
  }
}
