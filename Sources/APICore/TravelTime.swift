/// How late a request may have come to the server, told from how long its answer took.
///
/// A server counts requests when they arrive, which is some time between departure and answer. A
/// request that was held up on its way, as the first one is by the connection's set-up, and one that
/// was not come to it closer together than they left. How far the first was held up is at most what
/// its answer took longer than the quickest answer:
/// ```
/// delay = time − max(0, quickest − 25 ms)
/// ```
/// The 25 ms are for answers of which even the quickest was held up a little. Before four answers are
/// known none passes for the quickest, and the delay is the whole time.
struct TravelTime {
  private static let enough = 4
  private static let margin = Duration.milliseconds(25)

  /// The quickest answer's time, which follows longer ones slowly: a way may become longer.
  private var quickest: Duration?
  private var count = 0

  /// The delay of a request that was answered after some time.
  mutating func delay(ofAnswerAfter time: Duration) -> Duration {
    let before = quickest ?? time
    let quickest = time < before ? time : before + (time - before) / 64
    self.quickest = quickest
    count += 1
    guard count > Self.enough else { return time }
    return time - max(.zero, quickest - Self.margin)
  }
}
