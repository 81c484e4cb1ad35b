import Columns

/// A domain's counts of a day.
protocol DayLoad {
  /// Creates counts of 0.
  init()
}

/// A domain's counts by day.
struct LoadCounts<Load: DayLoad> {
  /// The first day to count; nil for all.
  let first: Day?
  /// Only events before this day count.
  let asOf: Day
  /// Counts of the days with events.
  private(set) var days: [Day: Load] = [:]
  /// Whether the domain has any event before the as-of day, even before the first day to count.
  var isKnown = false

  init(first: Day?, asOf: Day) {
    self.first = first
    self.asOf = asOf
  }

  /// Counts events of a day; ignores an unknown day.
  mutating func add(_ count: Int = 1, of member: WritableKeyPath<Load, Int>, on day: Day?) {
    guard let day, day < asOf else { return }
    isKnown = true
    if let first, day < first { return }
    days[day, default: Load()][keyPath: member] += count
  }

  /// The counts of a day; nil if the store has no event of the domain.
  subscript(day: Day) -> Load? { isKnown ? days[day] ?? Load() : nil }
}
