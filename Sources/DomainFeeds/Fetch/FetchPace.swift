import APICore
import Columns

/// Tells how many requests are left, and how long they will take.
struct FetchPace {
  private let clock: any APIClock
  private let start: Duration
  private var day: Day?
  private var done = 0
  /// Requests of the days after the one under way.
  private var later = 0
  private var raceCount = FetchPlan.usualRaceCount

  init(clock: any APIClock) {
    self.clock = clock
    start = clock.uptime
  }

  /// Counts a request.
  mutating func count() { done += 1 }

  /// How far it is, before the next request of a day.
  mutating func progress(on day: Day, _ plan: FetchPlan, _ known: KnownAnswers) -> FetchProgress {
    if self.day != day { turn(to: day, plan, known) }
    let left = later + plan.remaining(on: day, known, raceCount: raceCount)
    let perRequest = done > 0 ? (clock.uptime - start) / done : nil
    return FetchProgress(
      day: day.iso, done: done, left: left,
      secondsLeft: perRequest.map { Int(($0 * left).components.seconds) })
  }

  // MARK: - Implementation

  private mutating func turn(to day: Day, _ plan: FetchPlan, _ known: KnownAnswers) {
    self.day = day
    raceCount = Self.usualRaceCount(before: day, plan, known)
    later = 0
    guard day < plan.days.upperBound else { return }
    for number in (day.number + 1)...plan.days.upperBound.number {
      later += plan.remaining(on: Day(number), known, raceCount: raceCount)
    }
  }

  /// The mean number of races on the last days whose lists are known.
  private static func usualRaceCount(before day: Day, _ plan: FetchPlan, _ known: KnownAnswers)
    -> Int
  {
    let first = max(plan.days.lowerBound, day - 60)
    let counts = (first.number..<max(day.number, first.number)).map {
      known.details(on: Day($0)).count
    }.filter { $0 > 0 }
    return counts.isEmpty ? FetchPlan.usualRaceCount : counts.reduce(0, +) / counts.count
  }
}
