/// The facts about a season that stay constant while it is generated.
struct World: Sendable {
  let seed: UInt64
  let size: WorldSize
  let countries: [Country]
  let calendar: RacingCalendar
  let courses: CourseList
  let jockeys: Roster
  let trainers: Roster
  let owners: Roster
  let sires: Roster
  let horses: HorsePopulation

  init(runners: Int, seed: UInt64) {
    self.init(
      WorldSize(runners: runners), Country.countries(runners: runners), horses: runners / 15,
      seed: seed)
  }

  /// Makes the world of a programme; its horses rest for a week or two between races.
  init(_ programme: AmericanProgramme, seed: UInt64) {
    let aDay = programme.runners / programme.dayCount
    self.init(
      WorldSize(programme), [.american], horses: max(14 * aDay, programme.runners / 15), seed: seed)
  }

  private init(_ size: WorldSize, _ countries: [Country], horses: Int, seed: UInt64) {
    let shares = countries.map(\.share)
    let calendar = RacingCalendar(size: size)
    let courses = CourseList(
      countries: countries, count: size.courseCount, seed: mixed(seed, Stream.courses))
    func roster(_ count: Int, _ stream: UInt64, shares: [Int] = shares) -> Roster {
      Roster(count: count, shares: shares, dayCount: size.dayCount, seed: mixed(seed, stream))
    }
    let mostMeetings = calendar.mostMeetingsInADay
    self.seed = seed
    self.size = size
    self.countries = countries
    self.calendar = calendar
    self.courses = courses
    jockeys = roster(size.jockeyCount, Stream.jockeys)
    trainers = roster(size.trainerCount, Stream.trainers)
    owners = roster(size.ownerCount, Stream.owners)
    sires = roster(size.sireCount, Stream.sires, shares: [])
    self.horses = HorsePopulation(
      wanted: shares.map { horses * $0 / 1_000 },
      demand: countries.indices.map {
        min(courses.count(inCountry: $0), mostMeetings) * size.largestMeeting
      },
      dayCount: size.dayCount, seed: mixed(seed, Stream.horses))
  }

  /// Returns the random stream of one day, so that a day does not depend on earlier days (except
  /// for horses that need rest).
  func random(day: Int) -> RandomSource {
    RandomSource(seed: mixed(mixed(seed, Stream.days), UInt64(day)))
  }

  func runners(ofMeeting meeting: Int) -> Int {
    let stream = mixed(seed, Stream.meetings)
    return size.firstRunner(ofMeeting: meeting + 1, seed: stream)
      - size.firstRunner(ofMeeting: meeting, seed: stream)
  }
}

/// The keys that separate the random streams of one seed.
enum Stream {
  static let courses: UInt64 = 1
  static let jockeys: UInt64 = 2
  static let trainers: UInt64 = 3
  static let owners: UInt64 = 4
  static let sires: UInt64 = 5
  static let horses: UInt64 = 6
  static let meetings: UInt64 = 7
  static let days: UInt64 = 8
}
