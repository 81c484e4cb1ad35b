import RowReading

/// Finds the stored races that match a file's races, among those of the same day, the day before
/// and the day after: sources use the course's day, their own, or the exchange's.
struct RaceChooser {
  private struct Key: Hashable {
    let date: Int32
    let name: Int32
  }

  /// The largest difference between the off times of one race, in µs.
  static let offTimeTolerance: Int64 = 10 * 60 * 1_000_000

  /// The offsets of the days searched: the race's day first.
  private static let days: [Int32] = [0, -1, 1]

  private let stored: [RaceCard]
  private let courses: FoldedNames
  private let splitsRaces: Bool
  private var byCourse: [Key: [Int]] = [:]
  /// By the file's course: the same stored course, and those where one name abbreviates the
  /// other.
  private var likeCourses: [Int32: [Int32]] = [:]
  private lazy var byHorse: [Key: [Int]] = indexedByHorse()
  private lazy var storedCourses = Set(stored.compactMap(\.course))
  private var isClaimed: [Bool]

  /// Takes stored races.
  ///
  /// - Parameters:
  ///   - stored: The races of some days.
  ///   - courses: The names of courses.
  ///   - splitsRaces: Whether a source's races may be parts of one.
  init(_ stored: [RaceCard], courses: FoldedNames, splitsRaces: Bool) {
    self.stored = stored
    self.splitsRaces = splitsRaces
    self.courses = courses
    isClaimed = Array(repeating: false, count: stored.count)
    for (place, race) in stored.enumerated() {
      guard let course = race.course else { continue }
      byCourse[Key(date: race.date, name: course), default: []].append(place)
    }
  }

  /// Decides on all races of a file together, so that no stored race is taken twice.
  mutating func choices(for races: [RaceCard]) -> [RaceChoice] {
    var candidates: [[Int]?] = []
    var confirmed: [[Int]] = []
    var shared: [[Int: Int]] = []
    for race in races {
      let (places, counts) = (self.candidates(race), sharedCounts(race))
      candidates.append(places)
      shared.append(counts)
      confirmed.append(
        (places ?? []).filter { counts[$0] != nil && isConfirmed(race, stored[$0]) })
    }
    let claims = Dictionary(
      confirmed.filter { $0.count == 1 }.map { ($0[0], 1) }, uniquingKeysWith: +)
    for place in claims.keys { isClaimed[place] = true }
    return races.indices.map { index in
      guard let places = candidates[index] else { return .ambiguous(.crowded) }
      if confirmed[index].count > 1 {
        return .ambiguous(.several(confirmed[index].map { stored[$0] }))
      }
      if let place = confirmed[index].first {
        let count = claims[place]!
        return count == 1
          ? .stored(place) : .ambiguous(.shared(stored[place], count: count))
      }
      return unconfirmed(races[index], places, shared[index])
    }
  }

  // MARK: - Implementation

  /// Returns the races at the same course whose off times or numbers do not contradict it; nil
  /// where there are too many to compare.
  ///
  /// On a day before or after, or at a course with an abbreviated name, only races whose off times
  /// agree count.
  private mutating func candidates(_ race: RaceCard) -> [Int]? {
    guard let course = race.course else { return [] }
    var places: [Int] = []
    for days in Self.days {
      for name in coursesLike(course) {
        let others = byCourse[Key(date: race.date + days, name: name), default: []]
        guard places.count + others.count <= Limits.alikeRaces else { return nil }
        places += others
      }
    }
    return places.filter { place in
      let other = stored[place]
      let isHere = other.date == race.date && other.course == course
      if !isOpen(other, to: race) {
        return splitsRaces && isHere && SplitRaces.areParts(race, other)
      }
      return !Self.differInCountry(race, other)
        && (isHere ? Self.timesAgree(race, other) != false : Self.offsAgree(race, other) == true)
    }
  }

  /// Returns the stored courses that a course may be, the course itself first.
  private mutating func coursesLike(_ course: Int32) -> [Int32] {
    if let known = likeCourses[course] { return known }
    let name = courses.folded(course)
    let others =
      storedCourses.count > Limits.alikeRaces
      ? []
      : storedCourses.filter { other in
        let otherName = courses.folded(other)
        return other != course
          && (NameFolding.isShort(name, for: otherName)
            || NameFolding.isShort(otherName, for: name))
      }
    likeCourses[course] = [course] + others.sorted()
    return likeCourses[course]!
  }

  private func isConfirmed(_ race: RaceCard, _ other: RaceCard) -> Bool {
    let resemblance = Resemblance(race.entrants, other.entrants)
    return race.course == other.course && Self.timesAgree(race, other) == true
      ? resemblance.isConfirmed : resemblance.isConfirmedAlone
  }

  /// Decides on a race whose runners confirm no candidate; refuses it if it may be a stored one
  /// nevertheless.
  private mutating func unconfirmed(
    _ race: RaceCard, _ candidates: [Int], _ shared: [Int: Int]
  ) -> RaceChoice {
    let sameTime = candidates.filter {
      !isClaimed[$0] && isOpen(stored[$0], to: race) && stored[$0].course == race.course
        && Self.timesAgree(race, stored[$0]) == true
    }
    if let place = sameTime.first {
      return .ambiguous(
        .otherRunners(stored[place], Resemblance(race.entrants, stored[place].entrants)))
    }
    return elsewhere(race, shared)
  }

  /// Refuses a race if nearly all its runners are those of a stored race of the day at another
  /// course or time, or of one at the course on a day before or after whose off times cannot be
  /// compared.
  private mutating func elsewhere(_ race: RaceCard, _ shared: [Int: Int]) -> RaceChoice {
    let like = race.course.map { coursesLike($0) } ?? []
    for place in shared.keys.sorted() where shared[place]! >= 3 && !isClaimed[place] {
      let other = stored[place]
      let isHere = other.course.map(like.contains) ?? false
      let resemblance = Resemblance(race.entrants, other.entrants)
      guard isOpen(other, to: race), resemblance.isSurelySame else { continue }
      if other.date == race.date { return .ambiguous(.otherPlace(other, resemblance)) }
      if isHere, Self.offsAgree(race, other) == nil {
        return .ambiguous(.otherDay(other, resemblance))
      }
    }
    return .new
  }

  /// Returns the number of names that a race shares with each stored race of these days; ignores a
  /// name that too many races have.
  private mutating func sharedCounts(_ race: RaceCard) -> [Int: Int] {
    var shared: [Int: Int] = [:]
    for name in Set(race.entrants.compactMap(\.name)) {
      for day in Self.days {
        let places = byHorse[Key(date: race.date + day, name: name), default: []]
        guard places.count <= Limits.alikeRaces else { continue }
        for place in places { shared[place, default: 0] += 1 }
      }
    }
    return shared
  }

  /// Whether the race has no source in common with the stored one.
  private func isOpen(_ other: RaceCard, to race: RaceCard) -> Bool {
    other.sources.isDisjoint(with: race.sources)
  }

  private func indexedByHorse() -> [Key: [Int]] {
    var index: [Key: [Int]] = [:]
    for (place, race) in stored.enumerated() {
      for name in Set(race.entrants.compactMap(\.name)) {
        index[Key(date: race.date, name: name), default: []].append(place)
      }
    }
    return index
  }

  private static func differInCountry(_ left: RaceCard, _ right: RaceCard) -> Bool {
    guard let leftCountry = left.country, let rightCountry = right.country else { return false }
    return leftCountry != rightCountry
  }

  /// Whether off times, or else race numbers, agree; nil where one of the races lacks each.
  static func timesAgree(_ left: RaceCard, _ right: RaceCard) -> Bool? {
    if let agree = offsAgree(left, right) { return agree }
    guard let leftNumber = left.number, let rightNumber = right.number else { return nil }
    return leftNumber == rightNumber
  }

  /// Whether off times agree; nil where one is unknown.
  static func offsAgree(_ left: RaceCard, _ right: RaceCard) -> Bool? {
    guard let leftOff = left.offTime, let rightOff = right.offTime else { return nil }
    let apart = leftOff.subtractingReportingOverflow(rightOff)
    return !apart.overflow && apart.partialValue.magnitude <= UInt64(offTimeTolerance)
  }
}

/// The decision on a race of a file.
enum RaceChoice {
  /// The stored race at this place.
  case stored(Int)
  /// A race that may be stored already; it is refused, as it might count twice.
  case ambiguous(Ambiguity)
  /// No other source has this race.
  case new
}

/// The reason why a race is neither a stored one nor certainly a new one.
enum Ambiguity {
  /// Several stored races fit.
  case several([RaceCard])
  /// Several races of the file fit one stored race.
  case shared(RaceCard, count: Int)
  /// Day, course and time agree with a stored race, the runners do not.
  case otherRunners(RaceCard, Resemblance)
  /// Day and runners agree with a stored race, course or time does not.
  case otherPlace(RaceCard, Resemblance)
  /// Course and runners agree with a stored race of the day before or after; an off time is
  /// unknown.
  case otherDay(RaceCard, Resemblance)
  /// More races are stored at the course, on the three days, than can be compared.
  case crowded
}

/// The number of runners that two races share by name.
struct Resemblance: Equatable {
  /// Runners whose names both races have, including non-runners.
  let sharedCount: Int
  /// The smaller number of runners of the two races, including non-runners.
  let namedCount: Int
  /// The smaller number of declared runners of the two races.
  let declaredCount: Int

  init(_ left: [Entrant], _ right: [Entrant]) {
    let names = Self.names(left)
    sharedCount = Self.names(right).reduce(0) { $0 + min($1.value, names[$1.key, default: 0]) }
    namedCount = min(left.count, right.count)
    declaredCount = min(Self.declaredCount(left), Self.declaredCount(right))
  }

  /// The number of names needed if day, course and time agree: half of them, at least two.
  var neededCount: Int { max(min(2, declaredCount), (declaredCount + 1) / 2) }

  /// Whether it is one race, given that day, course and time agree.
  var isConfirmed: Bool { sharedCount > 0 && sharedCount >= neededCount }

  /// Whether it is one race by its runners alone: three fifths, at least two.
  var isConfirmedAlone: Bool { isConfirmed && sharedCount * 5 >= declaredCount * 3 }

  /// Whether it is certainly one race although only the day agrees.
  var isSurelySame: Bool { isConfirmedAlone && sharedCount >= 3 }

  // MARK: - Implementation

  private static func names(_ entrants: [Entrant]) -> [Int32: Int] {
    Dictionary(entrants.compactMap { $0.name.map { ($0, 1) } }, uniquingKeysWith: +)
  }

  /// In an abandoned race all runners count.
  private static func declaredCount(_ entrants: [Entrant]) -> Int {
    let declared = entrants.count { $0.isDeclared }
    return declared == 0 ? entrants.count : declared
  }
}
