/// The least time between two requests, and how it follows the server.
///
/// A refusal without a time doubles it, up to a bound; each answer that is none takes a twentieth of
/// the excess back. Where the server's quota runs low, what is left of it is spread over the time
/// to its renewal, up to the same bound.
struct RequestPace {
  /// As set by the program.
  let configured: Duration
  /// The bound of ``interval``, unless more is configured.
  let longest: Duration
  /// What the quota asks for; nil where it asks for nothing.
  var quota: Duration?
  private var lengthened: Duration

  /// What a refusal makes of an interval of zero.
  private static let firstStep = Duration.milliseconds(250)

  init(interval: Duration, longest: Duration) {
    configured = max(.zero, interval)
    self.longest = max(longest, configured)
    lengthened = configured
  }

  /// The least time between two requests now.
  var interval: Duration { min(longest, max(lengthened, quota ?? .zero)) }

  /// The server refused, and did not say for how long.
  mutating func slowDown() { lengthened = min(longest, max(lengthened * 2, Self.firstStep)) }

  /// The server answered.
  mutating func recover() {
    let excess = lengthened - configured
    lengthened = excess < .milliseconds(1) ? configured : configured + excess * 19 / 20
  }
}
