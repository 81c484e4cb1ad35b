import Synchronization

/// Lets requests go one at a time, never closer together than an interval, whoever sends them.
///
/// A caller takes the next free place in a line and waits until that place's time has come. Times are
/// computed from the request that really left last, so a caller that wakes up late moves those behind
/// it instead of letting two leave together. A caller that gives up keeps its place empty: those
/// behind it wait no longer, and no less, than they would have.
///
/// Several connections that share a server's limit share one limiter.
public final class RateLimiter: Sendable {
  private let state: Mutex<RequestLine>
  private let clock: any APIClock

  /// What can be seen of a limiter.
  public struct Status: Equatable, Sendable {
    /// The least time between two requests now; longer than configured where the server said so.
    public var interval: Duration
    /// The least time between two requests as configured.
    public var configuredInterval: Duration
    /// When the last request left, µs since 1970 UTC; nil before the first.
    public var lastRequest: Int64?
    /// How long no request may leave at all; zero when one may.
    public var blockedFor: Duration
    /// How many callers wait.
    public var waiting: Int
    /// How often the server said that it was asked too much.
    public var warnings: Int
  }

  /// Makes a limiter.
  ///
  /// - Parameters:
  ///   - interval: The least time between two requests.
  ///   - longestInterval: The bound to which a server's refusals lengthen it.
  ///   - clock: The time.
  public init(
    interval: Duration, longestInterval: Duration = .seconds(60),
    clock: any APIClock = SystemClock()
  ) {
    self.clock = clock
    state = Mutex(RequestLine(interval: interval, longestInterval: longestInterval))
  }

  /// What can be seen now.
  public var status: Status {
    let now = clock.uptime
    return state.withLock { $0.status(at: now) }
  }

  /// Sets the least time between two requests, and forgets what refusals made of it.
  public func setInterval(_ interval: Duration) {
    state.withLock { $0.pace = RequestPace(interval: interval, longest: $0.pace.longest) }
  }

  /// Waits for the next free place in the line.
  ///
  /// - Parameter patience: The longest time that is waited where the server forbade requests; nil
  ///   for any. The line itself is always waited for.
  /// - Returns: nil when a request may leave now; else how long the server forbids any.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func wait(patience: Duration? = nil) async throws(CancellationError) -> Duration? {
    guard !Task.isCancelled else { throw CancellationError() }
    let place = state.withLock { $0.join(at: clock.uptime) }
    while true {
      let step = state.withLock {
        $0.step(of: place, at: clock.uptime, now: clock.now, patience: patience)
      }
      switch step {
      case .go: return nil
      case .blocked(let time): return time
      case .wait(let until):
        do throws(CancellationError) {
          try await clock.sleep(until: until)
        } catch {
          state.withLock { $0.abandon(place) }
          throw error
        }
      }
    }
  }

  /// Takes to heart what an answer says about the rate.
  ///
  /// - Parameter response: An answer of the server, whatever its status.
  /// - Returns: Whether it is a warning: the server was asked too much.
  @discardableResult
  public func learn(from response: HTTPResponse) -> Bool {
    let advice = RateAdvice(response, now: clock.now)
    let uptime = clock.uptime
    return state.withLock { $0.take(advice, at: uptime) }
  }
}
