/// Books jockeys for meetings, and for each race of a meeting some of the jockeys booked for it.
///
/// A jockey rides at one meeting a day, unless a very large season needs more jockeys than there
/// are.
struct JockeyBookings {
  private static let spareJockeys = 7

  private var lastDay: [Int]
  private var lastMeeting: [Int]
  private var keys: [Double] = []

  init(jockeyCount: Int) {
    lastDay = Array(repeating: -1, count: jockeyCount)
    lastMeeting = Array(repeating: -1, count: jockeyCount)
  }

  /// Books enough jockeys for the largest field of a meeting and some to spare.
  mutating func book(
    meeting: Int, country: Int, day: Int, largestField: Int, roster: Roster,
    using random: inout RandomSource
  ) -> [Int] {
    let members = roster.members(inCountry: country)
    let wanted = min(members.count, largestField + Self.spareJockeys)
    var booked: [Int] = []
    func isFree(_ jockey: Int) -> Bool { lastDay[jockey] != day }
    func isBooked(_ jockey: Int) -> Bool { lastMeeting[jockey] == meeting }
    for _ in 0..<10 * wanted where booked.count < wanted {
      let jockey = roster.member(inCountry: country, at: random.unit())
      if isFree(jockey) && roster.isActive(jockey, on: day) {
        take(jockey, meeting: meeting, day: day, into: &booked)
      }
    }
    // The draws miss rare riders, so now take every free one.
    for jockey in members where booked.count < largestField && isFree(jockey) {
      if roster.isActive(jockey, on: day) {
        take(jockey, meeting: meeting, day: day, into: &booked)
      }
    }
    // All are booked: some have to ride at two meetings.
    for _ in 0..<4 * wanted where booked.count < largestField {
      let jockey = roster.member(inCountry: country, at: random.unit())
      if !isBooked(jockey) && roster.isActive(jockey, on: day) {
        take(jockey, meeting: meeting, day: day, into: &booked)
      }
    }
    // A group has more members than a field, so including retired ones there are enough.
    for jockey in members where booked.count < largestField && !isBooked(jockey) {
      take(jockey, meeting: meeting, day: day, into: &booked)
    }
    return booked
  }

  private mutating func take(_ jockey: Int, meeting: Int, day: Int, into booked: inout [Int]) {
    lastDay[jockey] = day
    lastMeeting[jockey] = meeting
    booked.append(jockey)
  }

  /// Reorders a meeting's jockeys so that the first `count` ride in the next race.
  ///
  /// Each waits an exponential time that grows with reluctance; the shortest times ride.
  mutating func chooseRiders(
    _ count: Int, of booked: inout [Int], roster: Roster, using random: inout RandomSource
  ) {
    keys.removeAll(keepingCapacity: true)
    for position in booked.indices {
      let jockey = booked[position]
      let key = random.exponential() * roster.reluctance[jockey]
      var slot = position
      keys.append(key)
      while slot > 0 && keys[slot - 1] > key {
        keys[slot] = keys[slot - 1]
        booked[slot] = booked[slot - 1]
        slot -= 1
      }
      keys[slot] = key
      booked[slot] = jockey
    }
    random.shuffle(&booked, first: count)
  }
}
