import APICore

/// Estimates the number of remaining requests and their time.
struct FetchPace<Plan: FeedPlan> {
  private let parts: [Plan.Part]
  private let clock: any APIClock
  private let start: Duration
  private var done = 0
  /// The index of the current part in the plan.
  private var index: Int?
  /// The number of requests in later parts.
  private var later = 0
  /// The usual number of requests of a part.
  private var usual = 0

  init(_ parts: [Plan.Part], clock: any APIClock) {
    (self.parts, self.clock) = (parts, clock)
    start = clock.uptime
  }

  /// Counts a request.
  mutating func count() { done += 1 }

  /// Returns the progress before the next request of a part.
  mutating func progress(
    at request: Plan.Request, _ index: Int, _ plan: Plan, _ known: KnownAnswers
  ) -> FetchProgress {
    if self.index != index {
      self.index = index
      usual = plan.usualCount(before: parts[index], known)
      later = parts[(index + 1)...].reduce(0) {
        $0 + plan.remaining(in: $1, known, usual: usual)
      }
    }
    let left = later + plan.remaining(in: parts[index], known, usual: usual)
    let perRequest = done > 0 ? (clock.uptime - start) / done : nil
    return FetchProgress(
      stage: request.stage, done: done, left: left,
      secondsLeft: perRequest.map { Int(($0 * left).components.seconds) })
  }
}
