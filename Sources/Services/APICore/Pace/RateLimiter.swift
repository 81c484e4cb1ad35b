import Synchronization

/// Spaces requests by a minimum interval between arrivals at the server, across all callers.
///
/// A caller takes the next free place in a line and waits for that place's time. Times are computed
/// from the last request that was really sent: a caller that wakes up late delays those after it,
/// so that two are never sent together. If that request may have been delayed on its way
/// (`TravelTime`), the next one is sent later by as much. A caller that gives up leaves its place
/// empty: those after it wait exactly as long as before.
///
/// Connections that share a server's limit share one limiter; processes share a ``PaceFile``.
public final class RateLimiter: Sendable {
  private let state: Mutex<RequestLine>
  private let clock: any APIClock
  private let others: PaceFile?

  /// A limiter's observable state.
  public struct Status: Equatable, Sendable {
    /// The current minimum time between two requests; longer than configured if the server asked.
    public var interval: Duration
    /// The configured minimum time between two requests.
    public var configuredInterval: Duration
    /// The time of the last request, µs since 1970 UTC; nil before the first.
    public var lastRequest: Int64?
    /// The time for which no request may be sent; zero if one may.
    public var blockedFor: Duration
    /// The number of waiting callers.
    public var waiting: Int
    /// The number of times the server reported too many requests.
    public var warnings: Int
  }

  /// Makes a limiter.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two requests.
  ///   - longestInterval: The upper bound when refusals lengthen the interval.
  ///   - clock: The clock; processes that share a file need the same one.
  ///   - others: The pace shared with other processes; nil for none.
  public init(
    interval: Duration, longestInterval: Duration = .seconds(60),
    clock: any APIClock = SystemClock(), others: PaceFile? = nil
  ) {
    self.clock = clock
    self.others = others
    state = Mutex(RequestLine(interval: interval, longestInterval: longestInterval))
  }

  /// The current state.
  public var status: Status {
    let now = clock.uptime
    return state.withLock { $0.status(at: now) }
  }

  /// Sets the minimum time between two requests, and forgets what refusals added.
  public func setInterval(_ interval: Duration) {
    state.withLock { $0.pace = RequestPace(interval: interval, longest: $0.pace.longest) }
  }

  /// Waits for the next free place in the line.
  ///
  /// - Parameters:
  ///   - patience: The longest wait for the end of a server's pause; nil for any. The wait in the
  ///     line itself is not limited.
  ///   - client: The host and credential, which other processes may share.
  ///   - report: Receives each wait that is longer than the configured pace, and its reason, before
  ///     it begins.
  /// - Returns: nil if a request may be sent now; otherwise the time for which the server forbids
  ///   any.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func wait(
    patience: Duration? = nil, as client: PacedClient? = nil,
    report: (Duration, RequestWait.Reason) -> Void = { _, _ in }
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
      case .wait(let until, let reason):
        if let reason { report(until - clock.uptime, reason) }
        do throws(CancellationError) {
          try await clock.sleep(until: until)
        } catch {
          state.withLock { $0.abandon(place) }
          throw error
        }
      }
    }
  }

  /// Applies an answer's advice on the rate.
  ///
  /// - Parameter response: An answer of the server, of any status.
  /// - Returns: Whether it is a warning: the server reported too many requests.
  @discardableResult
  public func learn(from response: HTTPResponse) -> Bool {
    let advice = RateAdvice(response, now: clock.now)
    let uptime = clock.uptime
    return state.withLock { $0.take(advice, at: uptime) }
  }

  /// Records a finished request at its latest possible arrival.
  ///
  /// - Parameters:
  ///   - departure: The time of sending, by the limiter's clock.
  ///   - isAnswered: Whether there was an answer.
  ///   - client: The host and credential.
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
