import Columns

/// The size of the world for a given number of runners.
///
/// A few thousand runners get two years, eight courses and some forty jockeys, so that small tables
/// look realistic; from a million on it is twenty years with all courses and people.
struct WorldSize: Sendable {
  static let smallRunners = 3_000
  static let largeRunners = 1_000_000

  let runners: Int
  /// The first day, in days since 1970-01-01.
  let firstDate: Int
  let dayCount: Int
  let courseCount: Int
  let jockeyCount: Int
  let trainerCount: Int
  let ownerCount: Int
  let sireCount: Int
  let raceNameCount: Int
  let meetingCount: Int

  init(runners: Int) {
    func between(_ small: Int, _ large: Int) -> Int {
      WorldSize.between(small, large, runners: runners)
    }
    self.runners = runners
    dayCount = 731 + (7_305 - 731) * min(runners, Self.largeRunners) / Self.largeRunners
    firstDate = RacingCalendar.lastDate - dayCount + 1
    courseCount = between(8, 200)
    jockeyCount = between(40, 3_000)
    trainerCount = between(50, 4_000)
    ownerCount = between(80, 12_000)
    sireCount = between(40, 1_500)
    raceNameCount = between(60, 1_200)
    // A course has one meeting a day, so very large seasons get longer meetings, not more.
    let most = dayCount * (courseCount * 9 / 10)
    meetingCount = min(max(1, runners / between(45, 72)), most)
  }

  /// Makes the size for a programme: as many courses and riders as its busiest day needs.
  init(_ programme: AmericanProgramme) {
    let meetings = max(1, (programme.racesPerDay * programme.dayCount + 4) / 8)
    // Saturdays have nearly twice the mean number of meetings.
    let aDay = 2 * meetings / programme.dayCount + 1
    runners = programme.runners
    firstDate = Int(programme.firstDay.number)
    dayCount = programme.dayCount
    courseCount = 3 * aDay + 3
    jockeyCount = 60 + 30 * aDay
    trainerCount = 70 + 40 * aDay
    ownerCount = 80 + 60 * aDay
    sireCount = 60 + 10 * aDay
    raceNameCount = 60 + 20 * aDay
    meetingCount = min(meetings, dayCount * (courseCount * 9 / 10))
  }

  /// The maximum number of runners that ``firstRunner(ofMeeting:seed:)`` gives a meeting.
  var largestMeeting: Int { runners * 13 / (meetingCount * 10) + 2 }

  /// Returns the number of runners before a meeting.
  ///
  /// Meetings differ by up to 30 % of their mean size, and together have exactly `runners`.
  func firstRunner(ofMeeting meeting: Int, seed: UInt64) -> Int {
    if meeting == 0 { return 0 }
    if meeting == meetingCount { return runners }
    let shift = 0.3 * (openUnit(mixed(seed, UInt64(meeting))) - 0.5)
    let mean = Double(runners) / Double(meetingCount)
    return runners * meeting / meetingCount + Int(shift * mean)
  }

  /// Interpolates on a logarithmic scale between the small and the large world.
  private static func between(_ small: Int, _ large: Int, runners: Int) -> Int {
    if runners <= smallRunners { return small }
    if runners >= largeRunners { return large }
    let log: (Double) -> Double = PortableMath.log(_:)
    let step =
      log(Double(runners) / Double(smallRunners)) / log(Double(largeRunners) / Double(smallRunners))
    let factor = PortableMath.exp12(step * log(Double(large) / Double(small)))
    return PortableMath.nearestInteger(Double(small) * factor)
  }
}

/// Divides a total by shares in thousandths, at least `minimum` each; the first takes the
/// remainder.
func apportioned(_ total: Int, shares: [Int], minimum: Int) -> [Int] {
  var counts = shares.map { max(minimum, total * $0 / 1_000) }
  counts[0] += total - counts.reduce(0, +)
  precondition(counts[0] >= minimum, "the total is too small for so many shares")
  return counts
}
