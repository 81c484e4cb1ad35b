/// Finds the stored races that a file's races are, among the races of the same days.
struct RaceChooser {
  private struct Key: Hashable {
    let date: Int32
    let name: Int32
  }

  private static let offTimeTolerance: Int64 = 10 * 60 * 1_000_000

  private let stored: [RaceCard]
  private var byCourse: [Key: [Int]] = [:]
  private lazy var byHorse: [Key: [Int]] = indexedByHorse()
  private var isClaimed: [Bool]

  /// Takes the stored races of some days.
  init(_ stored: [RaceCard]) {
    self.stored = stored
    isClaimed = Array(repeating: false, count: stored.count)
    for (place, race) in stored.enumerated() {
      guard let course = race.course else { continue }
      byCourse[Key(date: race.date, name: course), default: []].append(place)
    }
  }

  /// Decides on all races of a file together, so that no stored race is taken twice.
  mutating func choices(for races: [RaceCard]) -> [RaceChoice] {
    let candidates = races.map(candidates)
    let confirmed = zip(races, candidates).map { race, places in
      places.filter { isConfirmed(race, stored[$0]) }
    }
    let claims = Dictionary(
      confirmed.filter { $0.count == 1 }.map { ($0[0], 1) }, uniquingKeysWith: +)
    for place in claims.keys { isClaimed[place] = true }
    return races.indices.map { index in
      if confirmed[index].count > 1 {
        return .ambiguous(.several(confirmed[index].map { stored[$0] }))
      }
      if let place = confirmed[index].first {
        let count = claims[place]!
        return count == 1
          ? .stored(place) : .ambiguous(.shared(stored[place], count: count))
      }
      return unconfirmed(races[index], candidates[index])
    }
  }

  // MARK: - Implementation

  /// Races at the same course whose off times or numbers don't speak against it.
  private func candidates(_ race: RaceCard) -> [Int] {
    guard let course = race.course else { return [] }
    return byCourse[Key(date: race.date, name: course), default: []].filter {
      isOpen(stored[$0], to: race) && !Self.differInCountry(race, stored[$0])
        && Self.timesAgree(race, stored[$0]) != false
    }
  }

  private func isConfirmed(_ race: RaceCard, _ other: RaceCard) -> Bool {
    let resemblance = Resemblance(race.entrants, other.entrants)
    return Self.timesAgree(race, other) == true
      ? resemblance.isConfirmed : resemblance.isConfirmedAlone
  }

  /// Returns a race whose runners confirm no candidate: refused where it may be a stored one
  /// nevertheless.
  private mutating func unconfirmed(_ race: RaceCard, _ candidates: [Int]) -> RaceChoice {
    let sameTime = candidates.filter {
      !isClaimed[$0] && Self.timesAgree(race, stored[$0]) == true
    }
    if let place = sameTime.first {
      return .ambiguous(
        .otherRunners(stored[place], Resemblance(race.entrants, stored[place].entrants)))
    }
    return elsewhere(race)
  }

  /// Returns a race whose runners all but make up a stored race of the day at another course or
  /// time.
  private mutating func elsewhere(_ race: RaceCard) -> RaceChoice {
    var shared: [Int: Int] = [:]
    for name in Set(race.entrants.compactMap(\.name)) {
      for place in byHorse[Key(date: race.date, name: name), default: []] {
        shared[place, default: 0] += 1
      }
    }
    for place in shared.keys.sorted() where shared[place]! >= 3 && !isClaimed[place] {
      let resemblance = Resemblance(race.entrants, stored[place].entrants)
      if isOpen(stored[place], to: race) && resemblance.isSurelySame {
        return .ambiguous(.otherPlace(stored[place], resemblance))
      }
    }
    return .new
  }

  /// Whether no source that tells of the race has told of the stored one.
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

  /// Whether off times, or else race numbers, agree; nil where neither is known of both.
  static func timesAgree(_ left: RaceCard, _ right: RaceCard) -> Bool? {
    if let leftOff = left.offTime, let rightOff = right.offTime {
      let apart = leftOff.subtractingReportingOverflow(rightOff)
      return !apart.overflow && apart.partialValue.magnitude <= UInt64(offTimeTolerance)
    }
    guard let leftNumber = left.number, let rightNumber = right.number else { return nil }
    return leftNumber == rightNumber
  }
}

/// The choice that is made for a race of a file.
enum RaceChoice {
  /// The stored race at this place.
  case stored(Int)
  /// One that may be stored already; it is refused, as it might count twice.
  case ambiguous(Ambiguity)
  /// One that no other source has told of.
  case new
}

/// Why a race is neither a stored one nor surely a new one.
enum Ambiguity {
  /// Several stored races fit.
  case several([RaceCard])
  /// Several races of the file fit one stored race.
  case shared(RaceCard, count: Int)
  /// Day, course and time agree with a stored race, the runners don't.
  case otherRunners(RaceCard, Resemblance)
  /// Day and runners agree with a stored race, course or time don't.
  case otherPlace(RaceCard, Resemblance)
}

/// The number of runners that two races share by name.
struct Resemblance: Equatable {
  /// Runners whose names both races have.
  let sharedCount: Int
  /// The runners of the race that declares fewer.
  let declaredCount: Int

  init(_ left: [Entrant], _ right: [Entrant]) {
    let names = Self.names(left)
    sharedCount = Self.names(right).reduce(0) { $0 + min($1.value, names[$1.key, default: 0]) }
    declaredCount = min(Self.declaredCount(left), Self.declaredCount(right))
  }

  /// The number to be shared if day, course and time agree: half of them, at least two.
  var neededCount: Int { max(min(2, declaredCount), (declaredCount + 1) / 2) }

  /// Whether it is one race, given that day, course and time agree.
  var isConfirmed: Bool { sharedCount > 0 && sharedCount >= neededCount }

  /// Whether it is one race by its runners alone: three fifths, at least two.
  var isConfirmedAlone: Bool { isConfirmed && sharedCount * 5 >= declaredCount * 3 }

  /// Whether two races cannot be told apart although their day alone agrees.
  var isSurelySame: Bool { isConfirmedAlone && sharedCount >= 3 }

  // MARK: - Implementation

  private static func names(_ entrants: [Entrant]) -> [Int32: Int] {
    Dictionary(entrants.compactMap { $0.name.map { ($0, 1) } }, uniquingKeysWith: +)
  }

  /// Of an abandoned race all runners count.
  private static func declaredCount(_ entrants: [Entrant]) -> Int {
    let declared = entrants.count { $0.isDeclared }
    return declared == 0 ? entrants.count : declared
  }
}
