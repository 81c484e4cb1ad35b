/// Lets at most one request pass in each interval.
///
/// Each accepted request moves the moment before which the next is refused by one interval. So a
/// client that keeps the rate is never refused, though its requests come late by up to
/// the tolerance, and one that does not keep it cannot gain by asking more often:
/// ```
/// accepted  ⇔  now ≥ next − tolerance
/// next      =  max(now, next) + interval
/// ```
/// - Source: the generic cell rate algorithm, ITU-T I.371, annex A.
struct RateGate: Sendable {
  private let interval: Duration
  private let tolerance: Duration
  private var next = Duration.zero

  /// Makes a gate; a rate of 0 lets everything pass.
  init(requestsPerSecond rate: Double, tolerance: Duration) {
    interval = rate > 0 ? .seconds(1) / rate : .zero
    self.tolerance = tolerance
  }

  /// Takes a request at a time that never goes back.
  ///
  /// - Returns: How long to wait where it is refused; nil where it is accepted.
  mutating func take(at now: Duration) -> Duration? {
    guard interval > .zero else { return nil }
    guard now >= next - tolerance else { return next - now }
    next = max(now, next) + interval
    return nil
  }
}
