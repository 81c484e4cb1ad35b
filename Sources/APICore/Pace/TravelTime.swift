/// The possible delay of a request on its way to the server, estimated from its answer time.
///
/// A server counts requests on arrival, which is some time between sending and answer. If a request
/// was delayed on its way, as the first one is by connecting, and the next was not, they arrive
/// closer together than they were sent. The first one's delay is at most the excess of its answer
/// time over the fastest answer:
/// ```
/// delay = time − max(0, quickest − 25 ms)
/// ```
/// The 25 ms allow for a small delay of even the fastest answer. Before four answers are known, the
/// delay is the whole time.
struct TravelTime {
  private static let enough = 4
  private static let margin = Duration.milliseconds(25)

  /// The fastest answer's time; it slowly follows longer ones, because a route may become longer.
  private var quickest: Duration?
  private var count = 0

  /// Returns the delay of a request from its answer time.
  mutating func delay(ofAnswerAfter time: Duration) -> Duration {
    let before = quickest ?? time
    let quickest = time < before ? time : before + (time - before) / 64
    self.quickest = quickest
    count += 1
    guard count > Self.enough else { return time }
    return time - max(.zero, quickest - Self.margin)
  }
}
