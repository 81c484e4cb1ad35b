/// One race before its runners are drawn.
struct RacePlan {
  var meeting: Int
  var course: Int
  var country: Int
  var number: Int
  var fieldSize: Int
  var offTimeMicros: Int64
  var going: Int32
  var surface: TrackSurface
}

/// One meeting of a day, with its field sizes.
struct MeetingPlan {
  static let smallestField = 4
  static let largestField = 20
  private static let mostRaces = 18

  let fieldSizes: [Int]

  /// Divides a meeting's runners into fields of 4 to 20.
  init(runners: Int, meanFieldSize: Double, using random: inout RandomSource) {
    let wanted = PortableMath.nearestInteger(Double(runners) / meanFieldSize)
    let most = min(Self.mostRaces, runners / Self.smallestField)
    let least = (runners + Self.largestField - 1) / Self.largestField
    let races = max(least, min(max(wanted, 1), most))
    let mean = Double(runners) / Double(races)
    var sizes = (0..<races).map { _ in
      let size = PortableMath.nearestInteger(mean + 2.8 * random.normal())
      return min(max(size, Self.smallestField), Self.largestField)
    }
    var missing = runners - sizes.reduce(0, +)
    while missing != 0 {
      let race = random.below(races)
      let step = missing > 0 ? 1 : -1
      if (Self.smallestField...Self.largestField).contains(sizes[race] + step) {
        sizes[race] += step
        missing -= step
      }
    }
    fieldSizes = sizes
  }

  /// Returns the off times in minutes after local midnight: from about one o'clock, or from about
  /// six in the evening, 30 or 35 minutes apart.
  func offMinutes(in country: Country, using random: inout RandomSource) -> [Int] {
    // Draw only if the country has evening racing: each draw changes all later ones.
    let isEvening = country.eveningPercent > 0 && random.below(100) < country.eveningPercent
    let first = (isEvening ? 1_080 : 780) + 5 * random.below(11)
    // A long meeting starts earlier, so that the last race is off in time.
    var minute = min(first, country.lastOffMinute - 35 * (fieldSizes.count - 1))
    return fieldSizes.map { _ in
      defer { minute += 30 + 5 * random.below(2) }
      return minute
    }
  }
}
