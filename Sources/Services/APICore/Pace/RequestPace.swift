/// The minimum time between two requests, and its adaptation to the server.
///
/// A refusal without a time doubles it, up to a bound; each other answer removes a twentieth of the
/// excess. If the server's quota runs low, the rest is spread over the time to its renewal, up to
/// the same bound.
struct RequestPace {
  /// The program's setting.
  let configured: Duration
  /// The upper bound of ``interval``, unless more is configured.
  let longest: Duration
  /// The interval that the quota requires; nil for none.
  var quota: Duration?
  private var lengthened: Duration

  /// The first step up from an interval of zero.
  private static let firstStep = Duration.milliseconds(250)

  init(interval: Duration, longest: Duration) {
    configured = max(.zero, interval)
    self.longest = max(longest, configured)
    lengthened = configured
  }

  /// The current minimum time between two requests.
  var interval: Duration { min(longest, max(lengthened, quota ?? .zero)) }

  /// Whether the quota decides the interval.
  var isOfQuota: Bool { quota.map { $0 > lengthened } ?? false }

  /// Lengthens the interval after a refusal without a time.
  mutating func slowDown() { lengthened = min(longest, max(lengthened * 2, Self.firstStep)) }

  /// Shortens the interval after an answer.
  mutating func recover() {
    let excess = lengthened - configured
    lengthened = excess < .milliseconds(1) ? configured : configured + excess * 19 / 20
  }
}
