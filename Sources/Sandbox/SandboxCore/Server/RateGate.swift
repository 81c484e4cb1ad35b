/// Lets at most one request pass in each interval.
///
/// Each accepted request moves the time of the next one by one interval. A client that keeps the
/// rate is never refused, even if its requests arrive irregularly within the tolerance. A client
/// that does not keep it gains nothing by sending more often:
/// ```
/// accepted  ⇔  now ≥ next − tolerance
/// next      =  max(now, next) + interval
/// ```
/// - Source: the generic cell rate algorithm, ITU-T I.371, annex A.
package struct RateGate: Sendable {
  private let interval: Duration
  private let tolerance: Duration
  private var next = Duration.zero

  /// Makes a gate; a rate of 0 lets everything pass.
  package init(requestsPerSecond rate: Double, tolerance: Duration) {
    interval = rate > 0 ? .seconds(1) / rate : .zero
    self.tolerance = tolerance
  }

  /// Takes a request at a time that never goes back.
  ///
  /// - Returns: The wait if it is refused; nil if it is accepted.
  package mutating func take(at now: Duration) -> Duration? {
    guard interval > .zero else { return nil }
    guard now >= next - tolerance else { return next - now }
    next = max(now, next) + interval
    return nil
  }
}
