import EntityReports
import Kernels
import Questions

/// An entity's runs before the next day: a sum per day, and one of all older days.
struct EntityDays {
  private var days: [Int32] = []
  private var sums: [FigureSums] = []
  /// The days' optional sums; empty if no figure needs them.
  private var extras: [OptionalSums] = []
  /// The number of days at the start that ``old`` has, or that no window reaches.
  private var first = 0
  private var old = FigureSums()
  private var oldExtra = OptionalSums()

  /// Adds the runs of a later day.
  mutating func append(_ day: Int32, _ own: FigureSums, _ extra: OptionalSums?) {
    days.append(day)
    sums.append(own)
    if let extra { extras.append(extra) }
  }

  /// Adds up the days that no finite window reaches any more, so that each is visited once.
  ///
  /// - Parameter day: The first day that stays apart.
  mutating func merge(before day: Int32) {
    while first < days.count, days[first] < day {
      var own = sums[first]
      own.addEarlier(old)
      old = own
      if !extras.isEmpty { oldExtra.add(extras[first]) }
      first += 1
    }
    guard first > 64, first > days.count / 2 else { return }
    days.removeFirst(first)
    sums.removeFirst(first)
    if !extras.isEmpty { extras.removeFirst(first) }
    first = 0
  }

  /// Visits the sums of windows that end before a day, the shortest first.
  ///
  /// - Parameters:
  ///   - day: The day, later than all days added.
  ///   - bands: The age bands of the windows.
  ///   - weights: By age, the weight of a run's share of rivals beaten.
  ///   - body: Takes a band, and the sums of the runs up to its oldest age.
  func visitSums(
    before day: Int32, _ bands: AgeBands, _ weights: [Int64],
    _ body: (_ band: Int, FigureSums, OptionalSums) -> Void
  ) {
    var (own, extra) = (FigureSums(), OptionalSums())
    var next = days.count - 1
    for (band, oldest) in bands.upperAges.enumerated() {
      while next >= first, Int(day - days[next]) <= oldest {
        own.addEarlier(sums[next].weighing(weights, age: Int(day - days[next])))
        if !extras.isEmpty { extra.add(extras[next]) }
        next -= 1
      }
      if oldest == .max {
        own.addEarlier(old)
        extra.add(oldExtra)
      }
      body(band, own, extra)
    }
  }
}

extension FigureSums {
  /// Returns the sums of a day's runs with their recent form, as a scan as of a later day has it.
  fileprivate func weighing(_ weights: [Int64], age: Int) -> FigureSums {
    guard age < weights.count else { return self }
    var own = self
    own.formLow = weights[age] & (1 << RecentCell.limbBits - 1) * prb
    own.formHigh = weights[age] >> RecentCell.limbBits * prb
    own.formWeight = weights[age] * prbRuns
    return own
  }
}
