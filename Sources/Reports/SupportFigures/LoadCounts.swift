import Columns

/// A domain's counts of a day.
protocol DayLoad {
  /// None of anything.
  init()
}

/// A domain's counts by day.
struct LoadCounts<Load: DayLoad> {
  /// The first day that is wanted; nil for all.
  let first: Day?
  /// The day before which things count.
  let asOf: Day
  /// Counts of the days that have something.
  private(set) var days: [Day: Load] = [:]
  /// Whether there is anything before the as-of day, be it before the first day that is wanted.
  var isKnown = false

  init(first: Day?, asOf: Day) {
    self.first = first
    self.asOf = asOf
  }

  /// Counts something that happened on a day; nothing where the day is not known.
  mutating func add(_ count: Int = 1, of member: WritableKeyPath<Load, Int>, on day: Day?) {
    guard let day, day < asOf else { return }
    isKnown = true
    if let first, day < first { return }
    days[day, default: Load()][keyPath: member] += count
  }

  /// The counts of a day; nil where nothing is known of the domain.
  subscript(day: Day) -> Load? { isKnown ? days[day] ?? Load() : nil }
}
