import Synchronization

/// Lets requests go one at a time, so that none comes to the server closer to the last one than an
/// interval, whoever sends them.
///
/// A caller takes the next free place in a line and waits until that place's time has come. Times are
/// computed from the request that really left last, so a caller that wakes up late moves those behind
/// it instead of letting two leave together. Where that request may have been held up on its way
/// (`TravelTime`), the next one leaves later by as much. A caller that gives up keeps its place empty:
/// those behind it wait no longer, and no less, than they would have.
///
/// Several connections that share a server's limit share one limiter, several processes a
/// ``PaceFile``.
public final class RateLimiter: Sendable {
  private let state: Mutex<RequestLine>
  private let clock: any APIClock
  private let others: PaceFile?

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
  ///   - clock: The time; of processes that share a file, the same.
  ///   - others: What is kept together with other processes; nil for nothing.
  public init(
    interval: Duration, longestInterval: Duration = .seconds(60),
    clock: any APIClock = SystemClock(), others: PaceFile? = nil
  ) {
    self.clock = clock
    self.others = others
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
  /// - Parameters:
  ///   - patience: The longest time that is waited where the server forbade requests; nil for any.
  ///     The line itself is always waited for.
  ///   - client: Whom the server counts the request for, which other processes may be as well.
  /// - Returns: nil when a request may leave now; else how long the server forbids any.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func wait(
    patience: Duration? = nil, as client: PacedClient? = nil
  ) async throws(CancellationError) -> Duration? {
    guard !Task.isCancelled else { throw CancellationError() }
    let place = state.withLock { $0.join(at: clock.uptime) }
    while true {
      let step = state.withLock {
        let uptime = clock.uptime
        return $0.step(of: place, at: uptime, now: clock.now, patience: patience) { interval in
          client.flatMap { others?.leave($0, at: uptime, interval: interval) }
        }
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

  /// Counts a request that has ended as being at the server as late as it may have been.
  ///
  /// - Parameters:
  ///   - departure: When it left, by the limiter's clock.
  ///   - isAnswered: Whether there was an answer, rather than none.
  ///   - client: Whom the server counts it for.
  public func arrived(
    from departure: Duration, isAnswered: Bool, as client: PacedClient? = nil
  ) {
    let uptime = clock.uptime
    let (arrival, status) = state.withLock { line in
      let arrival = line.arrived(from: departure, until: uptime, isAnswered: isAnswered)
      return (arrival, line.status(at: uptime))
    }
    guard let client, let others, status.interval > .zero else { return }
    others.arrived(
      client, by: arrival, interval: status.interval, pause: status.blockedFor, at: uptime)
  }
}
