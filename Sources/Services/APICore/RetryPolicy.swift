/// The rule for repeating a call, and the waits in between.
///
/// Only harmless repetitions are made: of an idempotent call, or of one that was never sent. Waits
/// double from attempt to attempt; a random part of up to half is subtracted, so that clients that
/// failed together do not return together. A server's `Retry-After` is used unchanged.
public struct RetryPolicy: Sendable {
  /// The maximum number of attempts, the first included.
  public var attempts: Int
  /// The wait before the second attempt.
  public var firstDelay: Duration
  /// The upper bound of the doubled waits.
  public var longestDelay: Duration
  /// The wait after a 429 that names no time.
  public var rateLimitDelay: Duration
  /// The upper bound of the total wait of one call; a wait beyond it is not begun.
  public var totalWait: Duration
  /// A random number from 0 to below 1.
  public var random: @Sendable () -> Double

  /// The status codes that may be temporary.
  public static let transientStatuses: Set = [429, 500, 502, 503, 504]

  /// A policy without retries.
  public static let never = RetryPolicy(attempts: 1)

  /// Sets the rules; nil is the usual one.
  public init(
    attempts: Int? = nil, firstDelay: Duration = .seconds(1), longestDelay: Duration? = nil,
    rateLimitDelay: Duration = .seconds(10), totalWait: Duration? = nil,
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    self.attempts = attempts ?? Limits.attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay ?? Limits.longestDelay
    self.rateLimitDelay = rateLimitDelay
    self.totalWait = totalWait ?? Limits.totalWait
    self.random = random
  }

  /// Returns the wait before the next attempt.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - failure: The reason of the failure.
  ///   - attempt: The number of attempts so far.
  ///   - retryAfter: The wait that the server asked for; nil for none.
  /// - Returns: The wait; nil if the call is not repeated.
  public func delay(
    of call: APICall, after failure: APIFailure, attempt: Int, retryAfter: Duration?
  ) -> Duration? {
    guard attempt < attempts, failure.isTransient, call.isIdempotent || failure.wasNeverSent else {
      return nil
    }
    if let retryAfter { return retryAfter }
    if case .refused(let response) = failure, response.status == 429 { return rateLimitDelay }
    let doubled = firstDelay * (1 << min(attempt - 1, 20))
    let full = min(doubled, longestDelay)
    return full - full * (random() / 2)
  }
}

extension APIFailure {
  /// Whether the same call may succeed a little later.
  public var isTransient: Bool {
    switch self {
    case .transport(let error): error.isTransient
    case .refused(let response): RetryPolicy.transientStatuses.contains(response.status)
    // The server's pause is longer than a call may wait.
    case .paused: false
    case .noCredential, .unsendable, .insecure, .cancelled: false
    }
  }

  /// Whether the server certainly did not receive the call.
  public var wasNeverSent: Bool {
    switch self {
    case .transport(.unreachable), .paused, .noCredential, .unsendable, .insecure: true
    case .transport, .refused, .cancelled: false
    }
  }
}
